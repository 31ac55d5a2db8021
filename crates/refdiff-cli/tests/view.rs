//! `refdiff view` under connections that mean no good: a request of a browser is answered all the same.
#![cfg(feature = "view")]
#![allow(clippy::unwrap_used)]

mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use support::{Repo, class, command};

struct Served {
    child: Child,
    address: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(repo: &Repo) -> Served {
    let mut child =
        command(repo.path(), &["view", "HEAD", "--no-open"]).stderr(Stdio::piped()).spawn().unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    errors.read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();
    Served { child, address }
}

fn renamed() -> Repo {
    let repo = Repo::new();
    repo.write("src/a/Sum.java", class("a", "Sum", "calc"));
    repo.commit("one");
    repo.write("src/a/Sum.java", class("a", "Sum", "total"));
    repo.commit("two");
    repo
}

/// The status of a request, with all of the answer read.
fn request(served: &Served, text: &str) -> u16 {
    let mut stream = TcpStream::connect(&served.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    let mut answer = Vec::new();
    // A server that closes the connection before it has read all is no failure.
    let _ = stream.read_to_end(&mut answer);
    let text = String::from_utf8_lossy(&answer);
    text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0)
}

fn get(served: &Served, path: &str) -> u16 {
    request(served, &format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", served.address))
}

#[test]
fn pages_are_served_to_this_machine_alone() {
    let repo = renamed();
    let head = repo.git(&["rev-parse", "HEAD"]);
    let served = serve(&repo);
    let host = &served.address;
    assert_eq!(get(&served, "/"), 200);
    assert_eq!(get(&served, &format!("/commit/{head}")), 200);
    assert_eq!(get(&served, "/commit/0000000"), 404);
    assert_eq!(get(&served, "/commit/zz"), 404);
    assert_eq!(get(&served, "/../../etc/passwd"), 404);
    assert_eq!(
        request(&served, &format!("POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\n\r\n")),
        405
    );
    assert_eq!(request(&served, "GET / HTTP/1.1\r\n\r\n"), 403);
    assert_eq!(request(&served, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"), 403);
    assert_eq!(
        request(&served, &format!("GET / HTTP/1.1\r\nHost: {host}\r\nHost: evil.example\r\n\r\n")),
        403
    );
    assert_eq!(request(&served, &format!("GET http://evil.example/ HTTP/1.1\r\nHost: {host}\r\n\r\n")), 403);
    let endless = format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {}\r\n\r\n", "x".repeat(100_000));
    assert_ne!(request(&served, &endless), 200);
}

#[test]
fn a_browser_is_answered_among_many_who_only_hold_the_line() {
    let repo = renamed();
    let served = serve(&repo);
    // Half of these say nothing, a third never end their request, the others never read the page that they asked for.
    let mut held = Vec::new();
    for number in 0..1000 {
        let Ok(mut stream) = TcpStream::connect(&served.address) else { break };
        let _ = match number % 6 {
            0 | 1 => write!(stream, "GET / HTTP/1.1\r\nHost: {}\r\nX: y", served.address),
            2 => write!(stream, "GET / HTTP/1.1\r\nHost: {}\r\n\r\n", served.address),
            _ => Ok(()),
        };
        held.push(stream);
    }
    assert!(held.len() > 600, "this process may not open enough files: {}", held.len());
    for _ in 0..3 {
        let start = Instant::now();
        assert_eq!(get(&served, "/"), 200);
        assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    }
    // Who goes on sending is no better off.
    for stream in &mut held {
        let _ = stream.write_all(b"z");
    }
    let start = Instant::now();
    assert_eq!(get(&served, "/"), 200);
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
}
