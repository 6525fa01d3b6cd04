//! The studio returns the memory of closed tabs to the operating system.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::MINE;
use crate::common::{TEMPER, write_file};

/// Tabs that are open at once.
const TABS: usize = 8;
/// Resident memory without tabs, in MiB: a few, and many times as much if the allocator keeps freed tables.
const ALLOWED: u64 = 40;

/// A studio; dropping it ends its process.
struct Studio {
    child: Child,
    /// Address and port.
    host: String,
    token: String,
}

impl Studio {
    fn start() -> Self {
        let file = write_file("studio-memory", "mine.toml", MINE);
        let mut command = Command::new(TEMPER);
        command.arg("studio").arg(file).args(["--no-open", "--port", "0"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let parts: Vec<&str> = url.trim().split('/').collect();
        Self { child, host: parts[2].to_owned(), token: parts[3].to_owned() }
    }

    /// Sends a request of a tab.
    fn send(&self, tab: &str, request: &str, body: &str) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let (host, length) = (&self.host, body.len());
        write!(stream, "{request} HTTP/1.1\r\nHost: {host}\r\nX-Tab: {tab}\r\nContent-Length: {length}\r\n")
            .unwrap();
        write!(stream, "Connection: close\r\n\r\n{body}").unwrap();
        BufReader::new(stream)
    }

    /// Opens a tab, lets it analyse a position, and closes it.
    fn visit(&self, tab: &str) {
        let token = &self.token;
        let mut events = self.send(tab, &format!("GET /{token}/events?tab={tab}"), "");
        wait_for(&mut events, ": open");
        let search = "{\"view\":\"look\",\"type\":\"search\",\"stream\":1,\"profile\":{\"name\":\"mine\"},\
                      \"fen\":\"startpos\",\"nodes\":300}";
        wait_for(&mut self.send(tab, &format!("POST /{token}/api"), search), "\"ok\"");
        wait_for(&mut events, "\"done\"");
    }

    /// Resident anonymous memory in MiB.
    fn resident(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        line.unwrap().trim_end_matches("kB").trim().parse::<u64>().unwrap() >> 10
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads until a line contains a text.
fn wait_for(stream: &mut BufReader<TcpStream>, text: &str) {
    let mut line = String::new();
    while !line.contains(text) {
        line.clear();
        assert!(stream.read_line(&mut line).unwrap() > 0, "the stream ends before {text}");
    }
}

#[test]
fn the_memory_of_closed_tabs_is_returned() {
    let studio = Studio::start();
    for _ in 0..3 {
        thread::scope(|scope| {
            for tab in 0..TABS {
                let studio = &studio;
                scope.spawn(move || studio.visit(&format!("t{tab}")));
            }
        });
    }
    // A tab ends when the server finds its stream closed.
    let start = Instant::now();
    while studio.resident() > ALLOWED {
        assert!(start.elapsed() < Duration::from_secs(20), "{} MiB", studio.resident());
        thread::sleep(Duration::from_millis(20));
    }
}
