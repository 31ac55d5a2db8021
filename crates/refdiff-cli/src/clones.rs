//! Clones of other people's repositories in a folder: made once, fetched when they are asked for again, shared by any number of
//! processes, and removed again where they need more room than they may have.

use anyhow::{Context, Result, bail};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

/// What git may use to reach a repository: nothing that runs a program of the address' own choice.
const PROTOCOLS: &str = "file:git:http:https:ssh";

/// A folder of clones.
pub struct Clones {
    folder: PathBuf,
    /// The bytes that all of them together may have.
    limit: Option<u64>,
    /// Files of more bytes are not analysed, and so not fetched either where the other side can leave them out.
    largest_file: Option<u64>,
}

/// A clone that is in use: it stays as long as this does.
pub struct Lease {
    path: PathBuf,
    _lock: File,
}

impl Lease {
    /// The bare repository.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Whether this is something to clone, and no folder: an address, `host:path` as ssh has it, or a file, such as a bundle.
pub fn is_address(place: &str) -> bool {
    if place.contains("://") {
        return true;
    }
    let path = Path::new(place);
    if path.exists() {
        return path.is_file();
    }
    matches!(place.split_once(':'), Some((host, _)) if host.len() > 1 && !host.contains('/'))
}

impl Clones {
    /// The clones in a folder, which is made where it is not there yet.
    pub fn new(folder: &Path, limit: Option<u64>, largest_file: Option<u64>) -> Self {
        Clones { folder: folder.to_owned(), limit, largest_file }
    }

    /// The clone of an address, made or brought up to date now. Waits for others who are at the same one.
    pub fn get(&self, address: &str) -> Result<Lease> {
        if address.starts_with('-') {
            bail!("'{address}' is no address");
        }
        fs::create_dir_all(&self.folder)
            .with_context(|| format!("cannot make the folder '{}'", self.folder.display()))?;
        // git would take it from where it runs, and clones are found by their address again.
        let address = match Path::new(address).canonicalize() {
            Ok(path) if !address.contains("://") => path.display().to_string(),
            _ => address.to_owned(),
        };
        let name = name_of(&address);
        let path = self.folder.join(format!("{name}.git"));
        loop {
            let lock = self.lock_file(&name)?;
            lock.lock().with_context(|| format!("cannot lock the clone of {address}"))?;
            if path.exists() {
                fetch(&path, &address)?;
            } else {
                self.clone_into(&address, &name, &path)?;
            }
            // When it was used last.
            let _ = lock.set_modified(SystemTime::now());
            self.make_room(&name);
            // From here on others may use it too. Between the two it may be taken away.
            lock.unlock().context("cannot unlock a clone")?;
            lock.lock_shared().with_context(|| format!("cannot lock the clone of {address}"))?;
            if path.exists() {
                return Ok(Lease { path, _lock: lock });
            }
        }
    }

    fn lock_file(&self, name: &str) -> Result<File> {
        let path = self.folder.join(format!("{name}.lock"));
        File::options()
            .create(true)
            .write(true)
            .truncate(false)
            .open(&path)
            .with_context(|| format!("cannot write '{}'", path.display()))
    }

    fn clone_into(&self, address: &str, name: &str, path: &Path) -> Result<()> {
        let unfinished = self.folder.join(format!("{name}.unfinished"));
        if unfinished.exists() {
            fs::remove_dir_all(&unfinished)
                .with_context(|| format!("cannot remove '{}'", unfinished.display()))?;
        }
        let mut git = git();
        git.args(["clone", "--quiet", "--bare", "--template="]);
        if let Some(bytes) = self.largest_file.filter(|_| !Path::new(address).exists()) {
            git.arg(format!("--filter=blob:limit={}", bytes.saturating_add(1)));
        }
        git.args(["--", address]).arg(&unfinished);
        if let Err(error) = run(&mut git, address, "cloned") {
            let _ = fs::remove_dir_all(&unfinished);
            return Err(error);
        }
        fs::rename(&unfinished, path).with_context(|| format!("cannot write '{}'", path.display()))
    }

    /// Removes what was not used for longest until all have room, but nothing that is in use.
    fn make_room(&self, but: &str) {
        let Some(limit) = self.limit else { return };
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        let mut clones = Vec::new();
        for entry in entries.flatten() {
            let file = entry.file_name().to_string_lossy().into_owned();
            if let Some(name) = file.strip_suffix(".git") {
                let used = fs::metadata(self.folder.join(format!("{name}.lock"))).and_then(|m| m.modified());
                clones.push((used.unwrap_or(SystemTime::UNIX_EPOCH), name.to_owned(), size(&entry.path())));
            }
        }
        clones.sort();
        let mut total: u64 = clones.iter().map(|(_, _, size)| size).sum();
        for (_, name, size) in clones {
            if total <= limit {
                return;
            }
            if name == but {
                continue;
            }
            let Ok(lock) = self.lock_file(&name) else { continue };
            match lock.try_lock() {
                Ok(()) => {
                    if fs::remove_dir_all(self.folder.join(format!("{name}.git"))).is_ok() {
                        total = total.saturating_sub(size);
                    }
                }
                Err(TryLockError::WouldBlock | TryLockError::Error(_)) => {}
            }
        }
    }
}

/// What a clone is called: the end of its address for people, and a hash of all of it.
fn name_of(address: &str) -> String {
    let end = address.trim_end_matches('/').rsplit(['/', ':']).next().unwrap_or_default();
    let end = end.trim_end_matches(".git").trim_end_matches(".bundle");
    let plain: String =
        end.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).take(40).collect();
    format!("{plain}-{:016x}", refdiff::model::Symbol::of(address).0)
}

fn fetch(path: &Path, address: &str) -> Result<()> {
    let mut git = git();
    git.arg("-C").arg(path).args([
        "fetch",
        "--quiet",
        "--prune",
        "--force",
        "--tags",
        "--no-write-fetch-head",
    ]);
    git.args(["--", "origin", "+refs/heads/*:refs/heads/*"]);
    run(&mut git, address, "fetched")
}

/// git without questions, hooks and work behind our back.
fn git() -> Command {
    let mut git = Command::new("git");
    for setting in
        ["core.hooksPath=/dev/null", "gc.auto=0", "maintenance.auto=false", "protocol.ext.allow=never"]
    {
        git.args(["-c", setting]);
    }
    git.env("GIT_TERMINAL_PROMPT", "0").env("GIT_ALLOW_PROTOCOL", PROTOCOLS).env("LC_ALL", "C");
    for inherited in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"] {
        git.env_remove(inherited);
    }
    git.stdin(Stdio::null());
    git
}

fn run(git: &mut Command, address: &str, what: &str) -> Result<()> {
    let output = git.output().context("git cannot be run, and clones need it")?;
    if output.status.success() {
        return Ok(());
    }
    let told = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = told.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    let fatal = lines.iter().find_map(|l| l.strip_prefix("fatal: ").or_else(|| l.strip_prefix("error: ")));
    let reason = fatal.or(lines.last().copied()).unwrap_or("git does not say why");
    let unreachable =
        ["Could not resolve", "Network is unreachable", "Connection refused", "Failed to connect"];
    let hint = if unreachable.iter().any(|text| told.contains(text)) {
        " (there is no way to that host from here)"
    } else {
        ""
    };
    bail!("'{address}' cannot be {what}{hint}: {reason}")
}

/// The bytes of all files in a folder.
fn size(folder: &Path) -> u64 {
    let mut open = vec![folder.to_owned()];
    let mut bytes = 0;
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(metadata) if metadata.is_dir() => open.push(entry.path()),
                Ok(metadata) => bytes += metadata.len(),
                Err(_) => {}
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_folders() {
        for address in ["https://example.org/a.git", "git@example.org:a/b", "host:path", "file:///a"] {
            assert!(is_address(address), "{address}");
        }
        for path in [".", "/nowhere/at all", "a/b:c", "C:/there", "name"] {
            assert!(!is_address(path), "{path}");
        }
    }

    #[test]
    fn names_have_nothing_that_leads_elsewhere() {
        let name = name_of("https://example.org/x/../..%2f");
        assert!(name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')), "{name}");
        assert_ne!(name_of("https://example.org/a"), name_of("https://example.com/a"));
    }
}
