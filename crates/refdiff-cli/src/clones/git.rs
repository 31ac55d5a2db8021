//! git, run without questions, hooks and work behind our back, and ended with us.

use super::{shown, size};
use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What git may use to reach a repository: nothing that runs a program of the address' own choice.
const PROTOCOLS: &str = "file:git:http:https:ssh";

const SETTINGS: [&str; 6] = [
    "core.hooksPath=/dev/null",
    "gc.auto=0",
    "maintenance.auto=false",
    "protocol.ext.allow=never",
    // Less than a thousand bytes a second for a minute is as good as nothing.
    "http.lowSpeedLimit=1000",
    "http.lowSpeedTime=60",
];

/// How often to look whether it is done, and whether anything came.
const PATIENCE: Duration = Duration::from_millis(50);
const LOOK: Duration = Duration::from_secs(10);

/// A server that sends nothing for so long sends nothing more.
const SILENCE: Duration = Duration::from_secs(600);

/// A run of git.
pub(super) struct Git<'g> {
    command: Command,
    address: &'g str,
    /// What is done with the address.
    what: &'static str,
    /// The folder that grows while something comes.
    grows: PathBuf,
    stopped: &'g (dyn Fn() -> bool + Sync),
}

impl<'g> Git<'g> {
    pub fn new(
        address: &'g str,
        what: &'static str,
        grows: &Path,
        stopped: &'g (dyn Fn() -> bool + Sync),
    ) -> Self {
        let mut command = Command::new("git");
        for setting in SETTINGS {
            command.args(["-c", setting]);
        }
        command.env("GIT_TERMINAL_PROMPT", "0").env("GIT_ALLOW_PROTOCOL", PROTOCOLS).env("LC_ALL", "C");
        for inherited in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"] {
            command.env_remove(inherited);
        }
        command.stdin(Stdio::null());
        // A Ctrl-C in the terminal is for us: we end git and all that it started.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Git { command, address, what, grows: grows.to_owned(), stopped }
    }

    pub fn arg(&mut self, argument: impl AsRef<OsStr>) -> &mut Self {
        self.command.arg(argument);
        self
    }

    pub fn args<'a>(&mut self, arguments: impl IntoIterator<Item = &'a str>) -> &mut Self {
        self.command.args(arguments);
        self
    }

    /// What it wrote. Fails where it fails, is silent for too long, or nobody waits any more.
    pub fn run(mut self) -> Result<String> {
        let (out, told) = (tempfile::tempfile()?, tempfile::tempfile()?);
        self.command.stdout(out.try_clone()?).stderr(told.try_clone()?);
        let mut child = Running(self.command.spawn().context("git cannot be run, and clones need it")?);
        let (mut since, mut looked, mut bytes) = (Instant::now(), Instant::now(), 0);
        let status = loop {
            if let Some(status) = child.0.try_wait()? {
                break status;
            }
            if (self.stopped)() {
                bail!("interrupted");
            }
            if looked.elapsed() >= LOOK {
                looked = Instant::now();
                let now = size(&self.grows);
                if now != bytes {
                    (bytes, since) = (now, looked);
                }
                if since.elapsed() >= SILENCE {
                    let minutes = SILENCE.as_secs() / 60;
                    bail!(
                        "'{}' cannot be {}: nothing came for {minutes} minutes",
                        shown(self.address),
                        self.what
                    );
                }
            }
            std::thread::sleep(PATIENCE);
        };
        if status.success() {
            return read(out);
        }
        let mut told = read(told)?.replace(self.address, &shown(self.address));
        // git leaves out passwords by itself.
        if let Some((_, asked)) = self.address.split_once('?') {
            told = told.replace(&format!("?{asked}"), "");
        }
        let lines: Vec<&str> = told.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
        let fatal =
            lines.iter().find_map(|l| l.strip_prefix("fatal: ").or_else(|| l.strip_prefix("error: ")));
        let reason = fatal.or(lines.last().copied()).unwrap_or("git does not say why");
        let unreachable =
            ["Could not resolve", "Network is unreachable", "Connection refused", "Failed to connect"];
        let hint = if unreachable.iter().any(|text| told.contains(text)) {
            " (there is no way to that host from here)"
        } else {
            ""
        };
        bail!("'{}' cannot be {}{hint}: {reason}", shown(self.address), self.what)
    }
}

fn read(mut file: File) -> Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A process that does not outlive this.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(Some(_))) {
            return;
        }
        // It leads a group of its own, with the programs that speak to the other side.
        #[cfg(unix)]
        let _ = Command::new("kill").args(["-KILL", "--", &format!("-{}", self.0.id())]).status();
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
