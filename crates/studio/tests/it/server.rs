//! The server against hostile requests.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use temperament_engine::profile::Library;
use temperament_studio::Studio;
use temperament_studio::server::{Server, page_bytes};
use tempfile::TempDir;

use super::MINE;

/// A running server: its port and its token.
fn served() -> (TempDir, u16, String) {
    serve(Server::bind(0).unwrap())
}

fn serve(server: Server) -> (TempDir, u16, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine.toml"), MINE).unwrap();
    let url = server.url();
    let (address, token) = url.strip_prefix("http://127.0.0.1:").unwrap().split_once('/').unwrap();
    let (port, token) = (address.parse().unwrap(), token.trim_end_matches('/').to_owned());
    let studio = Arc::new(Studio::new(Library::of(vec![folder.path().to_owned()]), "mine"));
    thread::spawn(move || server.run(studio));
    (folder, port, token)
}

/// Sends bytes and returns the whole answer, or what came before the connection was closed.
fn exchange(port: u16, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    // The server may refuse before it has read everything.
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn post(port: u16, token: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    let request = format!(
        "POST /{token}/api HTTP/1.1\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
    );
    exchange(port, request.as_bytes())
}

#[test]
fn only_our_own_page_is_answered() {
    let (_folder, port, token) = served();
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    let body = r#"{"view":"studio","type":"hello"}"#;
    assert!(post(port, &token, &own, body).contains("\"first\":\"mine\""));
    let origin = format!("{own}Origin: http://127.0.0.1:{port}\r\n");
    assert!(post(port, &token, &origin, body).starts_with("HTTP/1.1 200"));
    for (token, headers) in [
        ("0123456789abcdef0123456789abcdef", own.clone()),
        ("", own.clone()),
        (token.as_str(), "Host: evil.example\r\n".to_owned()),
        (token.as_str(), format!("Host: evil.example:{port}\r\n")),
        (token.as_str(), format!("{own}Host: evil.example\r\n")),
        (token.as_str(), format!("{own}Origin: http://evil.example\r\n")),
        (token.as_str(), format!("{own}Origin: null\r\n")),
        (token.as_str(), format!("{own}Sec-Fetch-Site: cross-site\r\n")),
    ] {
        let answer = post(port, token, &headers, body);
        assert!(!answer.starts_with("HTTP/1.1 200") && !answer.contains("mine"), "{headers}: {answer}");
    }
}

#[test]
fn hostile_requests_get_nothing() {
    let (folder, port, token) = served();
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    for path in ["../../etc/passwd", "..%2f..%2fetc/passwd", "mine.toml", "//etc/passwd", "studio.js/.."] {
        let request = format!("GET /{token}/{path} HTTP/1.1\r\nConnection: close\r\n{own}\r\n");
        let answer = exchange(port, request.as_bytes());
        assert!(!answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
    }
    for body in ["", "{", "[]", "null", r#"{"view":"edit","type":"format_disk"}"#, &"[".repeat(100_000)] {
        assert!(post(port, &token, &own, body).contains("\"error\""), "{body:.40}");
    }
    let large =
        format!("POST /{token}/api HTTP/1.1\r\n{own}Connection: close\r\nContent-Length: 104857600\r\n\r\n");
    let mut request = large.into_bytes();
    request.resize(request.len() + (8 << 20), b' ');
    assert!(!exchange(port, &request).starts_with("HTTP/1.1 200"));
    // Further connections are closed at once, and the server goes on when they are gone.
    let crowd: Vec<_> = (0..200).filter_map(|_| TcpStream::connect(("127.0.0.1", port)).ok()).collect();
    drop(crowd);
    let body = r#"{"view":"studio","type":"hello"}"#;
    let is_well = |_| {
        thread::sleep(Duration::from_millis(20));
        post(port, &token, &own, body).starts_with("HTTP/1.1 200")
    };
    assert!((0..200).any(is_well), "the server does not recover");
    assert_eq!(fs::read_to_string(folder.path().join("mine.toml")).unwrap(), MINE);
}

#[test]
fn connections_that_send_no_request_are_closed() {
    let (_folder, port, token) = serve(Server::bind(0).unwrap().with_head_time(Duration::from_millis(200)));
    // As many as there may be, so that nobody else is served.
    let idle: Vec<TcpStream> = (0..64)
        .map(|number| {
            let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
            let start: &[u8] =
                [b"".as_slice(), b"PRI * HTTP/2.0\r\n", b"GET / HTTP/1.1\r\nHost:"][number % 3];
            stream.write_all(start).unwrap();
            stream
        })
        .collect();
    for mut stream in idle {
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut answer = Vec::new();
        let end = stream.read_to_end(&mut answer).map_err(|error| error.kind());
        assert!(matches!(end, Ok(_) | Err(std::io::ErrorKind::ConnectionReset)), "{end:?}");
    }
    let request =
        format!("GET /{token}/look HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    let answer = exchange(port, request.as_bytes());
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn the_page_is_small_and_loads_from_nowhere_else() {
    assert!(page_bytes() < 300_000, "{}", page_bytes());
    let (_folder, port, token) = served();
    for path in ["", "look", "edit", "compare", "play", "studio.js", "studio.css"] {
        let request =
            format!("GET /{token}/{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
        let answer = exchange(port, request.as_bytes());
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        assert!(answer.contains("content-security-policy: default-src 'none'"), "{path}");
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        let elsewhere = body.replace("http://www.w3.org/2000/svg", "");
        assert!(!elsewhere.contains("http:") && !elsewhere.contains("https:"), "{path}");
    }
}
