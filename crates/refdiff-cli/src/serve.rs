//! Pages for the browser of this machine. One thread answers all connections, none of which can hold up the others: each has
//! limits on time and size, and when there are too many the oldest one goes.

use anyhow::{Context, Result};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A page has all that it needs in itself, and asks nobody for anything.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// So many connections at once: half of the files that a process may have open on most systems.
const MOST_CONNECTIONS: usize = 512;

/// A browser sends its request at once.
const HEAD_TIME: Duration = Duration::from_secs(5);

/// A page is read within this time, or the connection is closed. It includes making the page of a large commit.
const CONNECTION_TIME: Duration = Duration::from_secs(300);

/// The bytes of a request's head; browsers send less than two kilobytes.
const HEAD_SIZE: usize = 16 << 10;

/// The fields of a request's head.
const HEAD_FIELDS: usize = 64;

/// So many pages of commits may be waited for; a person looks at one.
const MOST_WAITING: usize = 64;

/// How long to wait where the system has no connection to give.
const PAUSE: Duration = Duration::from_millis(20);

type Page = Response<Full<Bytes>>;

/// What somebody asked for. A commit is 4 to 64 hexadecimal digits.
pub enum Asked {
    /// All changes of the range together.
    Net,
    /// The commits of the range.
    Log,
    /// The page of a commit.
    Commit { commit: String },
    /// The life of the element that stands in a line of a file of the commit.
    Life { commit: String, line: u32, path: Vec<u8> },
}

/// A page that somebody asked for.
pub struct Wanted {
    pub asked: Asked,
    answer: oneshot::Sender<Option<Vec<u8>>>,
}

impl Wanted {
    /// Gives the page, or `None` where there is none.
    pub fn give(self, page: Option<Vec<u8>>) {
        // Who has gone away in the meantime does not want it any more.
        let _ = self.answer.send(page);
    }

    /// Whether who asked for it has gone away.
    pub fn is_given_up(&self) -> bool {
        self.answer.is_closed()
    }
}

/// Listens on a port of this machine, or on any free one for 0, and answers with `first` at the root. What else is asked for
/// comes out of the receiver.
pub fn start(port: u16, first: Vec<u8>) -> Result<(SocketAddr, Receiver<Wanted>)> {
    let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .with_context(|| format!("cannot listen on port {port}"))?;
    let address = listener.local_addr().context("the server has no address")?;
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
    let (wanted, asked) = sync_channel(MOST_WAITING);
    let hosts = [format!("127.0.0.1:{}", address.port()), format!("localhost:{}", address.port())];
    let site = Arc::new(Site { hosts, first: first.into(), wanted });
    std::thread::Builder::new().name("pages".into()).spawn(move || {
        runtime.block_on(async {
            // It was listening already: only a broken system says no.
            if let Ok(listener) = TcpListener::from_std(listener) {
                accept(&listener, &site).await;
            }
        });
    })?;
    Ok((address, asked))
}

/// A connection that was accepted.
struct Connection {
    task: JoinHandle<()>,
    /// Whether its request was read.
    is_asked: Arc<AtomicBool>,
}

async fn accept(listener: &TcpListener, site: &Arc<Site>) {
    let mut open: VecDeque<Connection> = VecDeque::new();
    loop {
        let accepted = listener.accept().await;
        open.retain(|connection| !connection.task.is_finished());
        if accepted.is_err() || open.len() >= MOST_CONNECTIONS {
            close_oldest(&mut open);
        }
        match accepted {
            Ok((stream, _)) => {
                let is_asked = Arc::new(AtomicBool::new(false));
                let task = tokio::spawn(serve(stream, site.clone(), is_asked.clone()));
                open.push_back(Connection { task, is_asked });
            }
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

/// The oldest connection that has not asked for anything yet goes, or else the oldest of all.
fn close_oldest(open: &mut VecDeque<Connection>) {
    let silent = open.iter().position(|connection| !connection.is_asked.load(Ordering::Relaxed));
    if let Some(connection) = open.remove(silent.unwrap_or(0)) {
        connection.task.abort();
    }
}

async fn serve(stream: TcpStream, site: Arc<Site>, is_asked: Arc<AtomicBool>) {
    let answer = service_fn(|request| {
        is_asked.store(true, Ordering::Relaxed);
        let site = site.clone();
        async move { Ok::<_, Infallible>(site.answer(&request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD_SIZE)
        .max_headers(HEAD_FIELDS)
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), answer);
    // A browser that went away, or never asked for anything, is no concern of ours.
    let _ = tokio::time::timeout(CONNECTION_TIME, connection).await;
}

/// What is served.
struct Site {
    /// The names of this machine that a browser may ask for: any other would be a page of somebody else's.
    hosts: [String; 2],
    first: Bytes,
    wanted: SyncSender<Wanted>,
}

impl Site {
    /// What a request gets: the pages, by GET and under this machine's own names, and nothing else.
    async fn answer(&self, request: &Request<Incoming>) -> Page {
        let is_own = |host: &[u8]| self.hosts.iter().any(|own| own.as_bytes() == host);
        let mut named = request.headers().get_all(header::HOST).iter();
        let by_name = named.next().is_some_and(|host| is_own(host.as_bytes())) && named.next().is_none();
        let by_address = request.uri().authority().is_none_or(|host| is_own(host.as_str().as_bytes()));
        if !by_name || !by_address {
            return plain(StatusCode::FORBIDDEN, "This server answers to this machine only.\n");
        }
        if request.method() != Method::GET {
            return plain(StatusCode::METHOD_NOT_ALLOWED, "There is nothing here but pages to read.\n");
        }
        let path = request.uri().path();
        if path == "/" {
            return page(self.first.clone());
        }
        let Some(asked) = read(path) else { return missing() };
        let (answer, made) = oneshot::channel();
        if self.wanted.try_send(Wanted { asked, answer }).is_err() {
            return plain(StatusCode::SERVICE_UNAVAILABLE, "Too many pages are waited for; try again.\n");
        }
        match made.await {
            Ok(Some(bytes)) => page(bytes.into()),
            _ => missing(),
        }
    }
}

/// What a path asks for: `/net`, `/log`, `/commit/ID` or `/life/ID/LINE/FILE`.
fn read(path: &str) -> Option<Asked> {
    let id = |text: &str| {
        let is_id = (4..=64).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_hexdigit());
        is_id.then(|| text.to_owned())
    };
    let mut parts = path.strip_prefix('/')?.splitn(4, '/');
    match (parts.next()?, parts.next(), parts.next(), parts.next()) {
        ("net", None, ..) => Some(Asked::Net),
        ("log", None, ..) => Some(Asked::Log),
        ("commit", Some(commit), None, _) => Some(Asked::Commit { commit: id(commit)? }),
        ("life", Some(commit), Some(line), Some(file)) => Some(Asked::Life {
            commit: id(commit)?,
            line: line.parse().ok()?,
            path: percent_encoding::percent_decode_str(file).collect(),
        }),
        _ => None,
    }
}

fn page(bytes: Bytes) -> Page {
    let mut page = response(StatusCode::OK, "text/html; charset=utf-8", bytes);
    let fields = [
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    page.headers_mut().extend(fields.map(|(name, value)| (name, HeaderValue::from_static(value))));
    page
}

fn missing() -> Page {
    plain(StatusCode::NOT_FOUND, "There is no such page.\n")
}

fn plain(status: StatusCode, text: &'static str) -> Page {
    response(status, "text/plain; charset=utf-8", Bytes::from_static(text.as_bytes()))
}

fn response(status: StatusCode, kind: &'static str, bytes: Bytes) -> Page {
    let mut response = Response::new(Full::new(bytes));
    *response.status_mut() = status;
    let fields = [(header::CONTENT_TYPE, kind), (header::X_CONTENT_TYPE_OPTIONS, "nosniff")];
    response.headers_mut().extend(fields.map(|(name, value)| (name, HeaderValue::from_static(value))));
    response
}
