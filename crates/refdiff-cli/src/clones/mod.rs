//! Clones of other people's repositories in a folder: made once, fetched when they are asked for again, shared by any number of
//! processes, and removed again where they need more room than they may have.
//!
//! A clone has two locks. `NAME.lock` is shared while the clone is used, and exclusive while it is made or removed; `NAME.fetch` is
//! exclusive while it is fetched, which readers need not wait for.

mod address;
mod git;

pub use address::{is_address, shown};

use address::name_of;
use anyhow::{Context, Result, bail};
use git::Git;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

/// How often a lock is tried.
const PATIENCE: Duration = Duration::from_millis(50);

/// In a clone: whose it is. Nothing without it is ever removed.
const MARKER: &str = "refdiff-clone";

/// A folder of clones.
pub struct Clones<'s> {
    folder: PathBuf,
    /// The bytes that all of them together may have.
    limit: Option<u64>,
    /// Files of more bytes are not analysed, and so not fetched either where the other side can leave them out.
    largest_file: Option<u64>,
    /// Whether nobody waits any more.
    stopped: &'s (dyn Fn() -> bool + Sync),
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

impl<'s> Clones<'s> {
    /// The clones in a folder, which is made where it is not there yet. All waiting ends when `stopped` says so.
    pub fn new(
        folder: &Path,
        limit: Option<u64>,
        largest_file: Option<u64>,
        stopped: &'s (dyn Fn() -> bool + Sync),
    ) -> Self {
        Clones { folder: folder.to_owned(), limit, largest_file, stopped }
    }

    /// The clone of an address, made or brought up to date now.
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
        // What leaves out smaller files would be too poor for who wants more of them.
        let filter = self.largest_file.filter(|_| !Path::new(&address).exists());
        let name = name_of(&address, filter);
        let path = self.folder.join(format!("{name}.git"));
        let lock = self.lock_file(&name, "lock")?;
        loop {
            self.wait(|| lock.try_lock_shared())?;
            if path.exists() {
                break;
            }
            lock.unlock().context("cannot unlock a clone")?;
            self.wait(|| lock.try_lock())?;
            if !path.exists() {
                self.clone_into(&address, &name, &path, filter)?;
            }
            lock.unlock().context("cannot unlock a clone")?;
            // Between the two locks it may be removed by others who need room.
        }
        self.fetch(&path, &address, &name)?;
        // When it was used last.
        let _ = lock.set_modified(SystemTime::now());
        self.make_room(&name);
        Ok(Lease { path, _lock: lock })
    }

    fn lock_file(&self, name: &str, kind: &str) -> Result<File> {
        let path = self.folder.join(format!("{name}.{kind}"));
        File::options()
            .create(true)
            .write(true)
            .truncate(false)
            .open(&path)
            .with_context(|| format!("cannot write '{}'", path.display()))
    }

    fn wait(&self, try_lock: impl Fn() -> Result<(), TryLockError>) -> Result<()> {
        loop {
            match try_lock() {
                Ok(()) => return Ok(()),
                Err(TryLockError::WouldBlock) if (self.stopped)() => bail!("interrupted"),
                Err(TryLockError::WouldBlock) => std::thread::sleep(PATIENCE),
                Err(TryLockError::Error(error)) => return Err(error).context("cannot lock a clone"),
            }
        }
    }

    fn git<'g>(&'g self, address: &'g str, what: &'static str, grows: &Path) -> Git<'g> {
        Git::new(address, what, grows, self.stopped)
    }

    fn clone_into(&self, address: &str, name: &str, path: &Path, filter: Option<u64>) -> Result<()> {
        self.remove_unfinished(name);
        // A name of its own: a git that was left alone by whoever started it may still be writing to an older one.
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let unfinished = self.folder.join(format!("{name}.{}-{number}.unfinished", std::process::id()));
        let mut git = self.git(address, "cloned", &unfinished);
        git.args(["clone", "--quiet", "--bare", "--template="]);
        if let Some(bytes) = filter {
            git.arg(format!("--filter=blob:limit={}", bytes.saturating_add(1)));
        }
        git.args(["--", address]).arg(&unfinished);
        let made = git.run().and_then(|_| Ok(fs::write(unfinished.join(MARKER), address)?));
        let made = made.and_then(|()| {
            fs::rename(&unfinished, path).with_context(|| format!("cannot write '{}'", path.display()))
        });
        if made.is_err() {
            let _ = fs::remove_dir_all(&unfinished);
        }
        made
    }

    /// Removes what others began and did not finish; its exclusive lock is held.
    fn remove_unfinished(&self, name: &str) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for entry in entries.flatten() {
            let file = entry.file_name().to_string_lossy().into_owned();
            if file
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with('.') && rest.ends_with(".unfinished"))
            {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }

    fn fetch(&self, path: &Path, address: &str, name: &str) -> Result<()> {
        let whose = fs::read_to_string(path.join(MARKER)).unwrap_or_default();
        if whose != address {
            bail!("'{}' is no clone of '{}'; remove it", path.display(), shown(address));
        }
        let lock = self.lock_file(name, "fetch")?;
        self.wait(|| lock.try_lock())?;
        let fetch = || {
            let mut git = self.git(address, "fetched", path);
            git.arg("-C").arg(path);
            git.args(["fetch", "--quiet", "--prune", "--force", "--tags", "--no-write-fetch-head"]);
            git.args(["--", address, "+refs/heads/*:refs/heads/*"]);
            git.run()
        };
        if let Err(error) = fetch() {
            // What a fetch that was killed leaves behind; nobody else is at it, and our lock says so.
            if !format!("{error:#}").contains(".lock") || !remove_locks(path) {
                return Err(error);
            }
            fetch()?;
        }
        self.follow_head(path, address)
    }

    /// The branch that the other side has checked out may be another one by now.
    fn follow_head(&self, path: &Path, address: &str) -> Result<()> {
        let mut git = self.git(address, "asked for its branch", path);
        git.args(["ls-remote", "--symref", "--", address, "HEAD"]);
        let told = git.run()?;
        let branch = told.lines().find_map(|line| line.strip_prefix("ref: ")?.split('\t').next());
        let Some(branch) = branch.filter(|branch| branch.starts_with("refs/heads/")) else { return Ok(()) };
        let mut git = self.git(address, "turned to its branch", path);
        git.arg("-C").arg(path).args(["symbolic-ref", "HEAD", branch]);
        git.run().map(drop)
    }

    /// Removes what was not used for longest until all have room, but nothing that is in use and nothing that is not ours.
    fn make_room(&self, but: &str) {
        let Some(limit) = self.limit else { return };
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        let mut clones = Vec::new();
        for entry in entries.flatten() {
            let file = entry.file_name().to_string_lossy().into_owned();
            let Some(name) = file.strip_suffix(".git") else { continue };
            let is_folder = fs::symlink_metadata(entry.path()).is_ok_and(|metadata| metadata.is_dir());
            if is_folder && entry.path().join(MARKER).is_file() {
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
            let Ok(lock) = self.lock_file(&name, "lock") else { continue };
            if name != but
                && lock.try_lock().is_ok()
                && fs::remove_dir_all(self.folder.join(format!("{name}.git"))).is_ok()
            {
                total = total.saturating_sub(size);
            }
        }
    }
}

/// Removes git's own lock files from a clone; says whether there were any.
fn remove_locks(path: &Path) -> bool {
    let mut removed = false;
    let mut open = vec![path.to_owned(), path.join("refs")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let file = entry.path();
            if file.extension().is_some_and(|ending| ending == "lock") {
                removed |= fs::remove_file(&file).is_ok();
            } else if folder != path && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push(file);
            }
        }
    }
    removed
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
