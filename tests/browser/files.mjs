// A plain server of files for the studio as static files, below a path.
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import zlib from "node:zlib";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
const BASE = "/sub/path/";

// Serves a folder, with further headers. Returns the address, a function that ends the server, and one that returns how many bytes
// it has sent, compressed. Files are compressed in fact, as most hosts do, if `isCompressed`.
export async function serve(folder, { isCompressed = false, headers = {} } = {}) {
  let sent = 0;
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://host");
    const file = pathname.startsWith(BASE) && path.join(folder, pathname.slice(BASE.length) || "index.html");
    if (!file || !fs.existsSync(file)) return response.writeHead(404).end();
    const bytes = fs.readFileSync(file);
    // What the browser has already is not sent again.
    const etag = `"${bytes.length}"`;
    if (request.headers["if-none-match"] === etag) return response.writeHead(304).end();
    const compressed = zlib.gzipSync(bytes);
    sent += compressed.length;
    const encoding = isCompressed ? { "content-encoding": "gzip" } : {};
    response.writeHead(200, { ...headers, "content-type": TYPES[path.extname(file)], etag, ...encoding }).end(isCompressed ? compressed : bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${server.address().port}${BASE}`, close, sent: () => sent };
}
