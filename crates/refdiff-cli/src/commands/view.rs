//! `refdiff view`: a commit or a range in the browser, served to this machine alone.

use super::mining::{Mined, mine};
use super::{Tally, log, open_repository};
use crate::args::View;
use crate::exit::{Status, note};
use crate::interrupt::{self, Interrupt};
use crate::output::{Html, Writer};
use crate::settings::Settings;
use anyhow::{Context, Result, anyhow};
use refdiff::git::{ObjectId, Repository, Walk};
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use tiny_http::{Header, Method, Request, Response, Server};

/// A page has all that it needs in itself, and asks nobody for anything.
const POLICY: &str = "Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
                      img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Page = Response<std::io::Cursor<Vec<u8>>>;

pub fn run(args: &View, mut settings: Settings) -> Result<Status> {
    settings.report.residual = true;
    settings.report.texts = true;
    let repository = open_repository()?;
    let interrupt = interrupt::flag();
    let mut tally = Tally::default();
    let is_range = args.revision.contains("..");
    let mut walk = Walk { no_walk: !is_range, ..Walk::default() };
    log::start(&mut walk, std::slice::from_ref(&args.revision), &repository)?;
    let commits = tally.listed(repository.commits(&walk)?);
    // A merge by itself is shown as any commit.
    let commits = if is_range { commits } else { vec![repository.commit(&args.revision)?] };
    let Some(first) = page(&repository, &commits, args, &settings, &interrupt)? else {
        return Ok(Status::Interrupted);
    };
    let server = Server::http(SocketAddr::from((Ipv4Addr::LOCALHOST, args.port)))
        .map_err(|e| anyhow!("cannot listen on port {}: {e}", args.port))?;
    let address = server.server_addr().to_ip().context("the server has no address")?;
    let url = format!("http://{address}/");
    note(&format!("serving {} at {url} until Ctrl-C", args.revision));
    if !args.no_open {
        open(&url);
    }
    while !interrupt.is_set() {
        let Some(request) = server.recv_timeout(Duration::from_millis(200))? else { continue };
        let answer = answer(
            &request,
            address,
            || first.clone(),
            |id| {
                let commit = repository.commit(id).ok()?;
                page(&repository, &[commit], args, &settings, &interrupt).ok().flatten()
            },
        );
        // A browser that went away is no concern of ours.
        let _ = request.respond(answer);
    }
    Ok(Status::Done)
}

/// The page of some commits; `None` where the user stopped it.
fn page(
    repository: &Repository,
    commits: &[ObjectId],
    args: &View,
    settings: &Settings,
    interrupt: &Interrupt,
) -> Result<Option<Vec<u8>>> {
    let mut out = Vec::new();
    let mut html = Html::served(&args.revision);
    html.begin(&mut out)?;
    let mut tally = Tally::default();
    let mined = mine(repository, commits, &args.mining, settings, interrupt, |_, _, report| match report {
        Ok(mut report) => {
            settings.filter(&mut report, None);
            // Commits have pages of their own: the page of a range does without their code.
            if commits.len() > 1 {
                report.residual = None;
                for found in &mut report.refactorings {
                    (found.before.text, found.after.text) = (None, None);
                }
            }
            html.report(&mut out, &report)
        }
        Err(error) => {
            tally.failed(&error);
            Ok(())
        }
    })?;
    html.end(&mut out)?;
    Ok((mined == Mined::All).then_some(out))
}

/// What a request gets: the pages, by GET and under this machine's own names, and nothing else.
fn answer(
    request: &Request,
    address: SocketAddr,
    first: impl Fn() -> Vec<u8>,
    commit: impl Fn(&str) -> Option<Vec<u8>>,
) -> Page {
    let port = address.port();
    let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let named: Vec<&str> =
        request.headers().iter().filter(|h| h.field.equiv("Host")).map(|h| h.value.as_str()).collect();
    if !matches!(named[..], [host] if hosts.iter().any(|own| own == host)) {
        return plain(403, "This server answers to this machine only.\n");
    }
    if *request.method() != Method::Get {
        return plain(405, "There is nothing here but pages to read.\n");
    }
    let path = request.url();
    let id = path
        .strip_prefix("/commit/")
        .filter(|id| (4..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_hexdigit()));
    let page = match (path, id) {
        ("/", _) => Some(first()),
        (_, Some(id)) => commit(id),
        _ => None,
    };
    match page {
        Some(page) => Response::from_data(page)
            .with_header(header("Content-Type: text/html; charset=utf-8"))
            .with_header(header("Cache-Control: no-store"))
            .with_header(header(POLICY))
            .with_header(header("X-Content-Type-Options: nosniff"))
            .with_header(header("Cross-Origin-Resource-Policy: same-origin"))
            .with_header(header("X-Frame-Options: DENY")),
        None => plain(404, "There is no such page.\n"),
    }
}

fn plain(status: u16, text: &str) -> Page {
    Response::from_data(text.as_bytes().to_vec())
        .with_status_code(status)
        .with_header(header("Content-Type: text/plain; charset=utf-8"))
}

fn header(line: &str) -> Header {
    line.parse().unwrap_or_else(|()| unreachable!("a constant header: {line}"))
}

/// Opens the user's browser; where that fails the address was told.
fn open(url: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let quiet = std::process::Stdio::null;
    let _ =
        std::process::Command::new(program).arg(url).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
}
