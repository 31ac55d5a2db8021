//! A small repository, and ways to damage its files.

use refdiff_mutation::program::{Names, Program};
use refdiff_mutation::random::Random;
use refdiff_mutation::refactor::ALL;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A repository with loose and packed objects, a merge, a tag, an index and a commit-graph, and the content of its
/// files.
pub struct Template {
    folder: TempDir,
    files: Vec<(PathBuf, Vec<u8>)>,
}

impl Default for Template {
    fn default() -> Self {
        Template::new()
    }
}

impl Template {
    /// Creates it, with git.
    pub fn new() -> Self {
        let folder = TempDir::new().expect("a place for temporary files");
        let git = |arguments: &[&str]| {
            let identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "gc.auto=0"];
            let output = Command::new("git")
                .args(identity)
                .args(arguments)
                .current_dir(folder.path())
                .env("GIT_CONFIG_GLOBAL", "/dev/null")
                .env("GIT_CONFIG_SYSTEM", "/dev/null")
                .env("GIT_AUTHOR_DATE", "1500000000 +0000")
                .env("GIT_COMMITTER_DATE", "1500000000 +0000")
                .output()
                .expect("git is installed");
            assert!(
                output.status.success(),
                "git {arguments:?}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
        };
        git(&["init", "-q", "-b", "main"]);
        // Files that git creates only for people waste mutations.
        let _ = std::fs::remove_dir_all(folder.path().join(".git/hooks"));
        let mut random = Random::new(7);
        let mut names = Names::default();
        let mut program = Program::random(&mut random, &mut names);
        for (number, (name, refactor)) in ALL.iter().take(6).enumerate() {
            if let Some(mutant) = refactor(&program, &mut random, &mut names) {
                program = mutant.after;
            }
            let _ = std::fs::remove_dir_all(folder.path().join("src"));
            for source in program.sources() {
                let path = folder.path().join(source.path.to_string());
                std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("writable");
                std::fs::write(path, &source.text).expect("writable");
            }
            git(&["add", "-A"]);
            git(&["commit", "-q", "--allow-empty", "-m", name]);
            match number {
                1 => git(&["branch", "side"]),
                2 => git(&["merge", "-q", "--no-ff", "-s", "ours", "-m", "second", "side"]),
                3 => {
                    git(&["tag", "-a", "v1", "-m", "one"]);
                    git(&["repack", "-q", "-ad", "--depth=4"]);
                    git(&["commit-graph", "write", "--reachable"]);
                }
                _ => {}
            }
        }
        std::fs::write(folder.path().join("src/New.java"), "class New { int x; }\n").expect("writable");
        let mut files = Vec::new();
        collect(&folder.path().join(".git"), &mut files);
        files.sort();
        Template { folder, files }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Damages files as directed by the bytes, five per damage, until the returned value is dropped. `None` if they
    /// direct nothing.
    pub fn damage(&self, bytes: &[u8]) -> Option<Damaged<'_>> {
        let mut touched = Vec::new();
        for piece in bytes.chunks_exact(5).take(8) {
            let &[which, how, high, low, value] = piece else { continue };
            let number = which as usize % self.files.len();
            let (path, original) = &self.files[number];
            let mut text = std::fs::read(path).unwrap_or_else(|_| original.clone());
            let at = (usize::from(high) << 8 | usize::from(low)) % (text.len() + 1);
            match how % 6 {
                0 => text.truncate(at),
                1 => text.insert(at, value),
                2 => drop(text.splice(at..(at + usize::from(value)).min(text.len()), [])),
                3 => text.extend_from_slice(&original[..at.min(original.len())]),
                4 if at < text.len() => text[at] ^= value,
                _ if at < text.len() => text[at] = value,
                _ => {}
            }
            touched.push(number);
            if how == 0xFF {
                let _ = std::fs::remove_file(path);
            } else {
                let _ = std::fs::write(path, text);
            }
        }
        (!touched.is_empty()).then_some(Damaged { template: self, touched })
    }
}

/// A damaged repository, which is restored on drop.
pub struct Damaged<'t> {
    template: &'t Template,
    touched: Vec<usize>,
}

impl Drop for Damaged<'_> {
    fn drop(&mut self) {
        for &number in &self.touched {
            let (path, text) = &self.template.files[number];
            let _ = std::fs::write(path, text);
        }
    }
}

fn collect(folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if let Ok(text) = std::fs::read(&path) {
            // Objects are read-only.
            if let Ok(mode) = entry.metadata().map(|m| m.permissions()) {
                let mut mode = mode;
                std::os::unix::fs::PermissionsExt::set_mode(&mut mode, 0o644);
                let _ = std::fs::set_permissions(&path, mode);
            }
            files.push((path, text));
        }
    }
}
