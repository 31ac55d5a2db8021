//! Which files became executable or stopped being so, including moved files.

use super::{Changes, Content};
use crate::model::FilePath;
use rustc_hash::FxHashMap as HashMap;

/// The modes of a file as git writes them; `None` on a side on which it does not exist.
pub type Modes = (Option<&'static str>, Option<&'static str>);

/// The mode of an executable file.
pub(super) const EXECUTABLE: &str = "100755";

/// A mode change: the file on both sides, and git's text for it.
pub(crate) struct ModeChange<'c> {
    pub before: Option<&'c FilePath>,
    pub after: &'c FilePath,
    pub notes: Vec<String>,
}

/// A file on one side only.
struct Alone<'c> {
    path: &'c FilePath,
    content: &'c Content,
    mode: &'static str,
}

impl Changes {
    /// The changed modes. An added file is paired with a removed one that has the same bytes, or else the same name
    /// in another folder. Removed files themselves are covered by their lines.
    pub(crate) fn mode_changes(&self) -> Vec<ModeChange<'_>> {
        let files = self.files.iter().map(|f| (&f.path, f.before.as_ref(), f.after.as_ref(), f.modes));
        let others = self
            .others
            .iter()
            .map(|f| (&f.path, f.before.as_ref().map(|b| &b.1), f.after.as_ref().map(|a| &a.1), f.modes));
        let mut changes = Vec::new();
        let (mut gone, mut new) = (Vec::new(), Vec::new());
        for (path, before, after, modes) in files.chain(others) {
            match (before, after, modes) {
                (_, _, (Some(old), Some(mode))) if old != mode => {
                    changes.push(ModeChange { before: Some(path), after: path, notes: notes(old, mode) });
                }
                (Some(content), None, (Some(mode), _)) => gone.push(Alone { path, content, mode }),
                (None, Some(content), (_, Some(mode))) => new.push(Alone { path, content, mode }),
                _ => {}
            }
        }
        // Most commits have no such file, and there may be many others.
        if gone.iter().chain(&new).any(|f| f.mode == EXECUTABLE) {
            moved(&gone, &new, &mut changes);
        }
        changes
    }
}

fn notes(old: &str, new: &str) -> Vec<String> {
    vec![format!("old mode {old}"), format!("new mode {new}")]
}

fn moved<'c>(gone: &[Alone<'c>], new: &[Alone<'c>], changes: &mut Vec<ModeChange<'c>>) {
    let mut by_content: HashMap<&Content, Vec<usize>> = HashMap::default();
    let mut by_name: HashMap<&[u8], Vec<usize>> = HashMap::default();
    for (number, file) in gone.iter().enumerate() {
        by_content.entry(file.content).or_default().push(number);
        by_name.entry(file.path.file_name()).or_default().push(number);
    }
    let mut taken = vec![false; gone.len()];
    for file in new {
        let mut among = |numbers: Option<&Vec<usize>>| {
            let free = || numbers.into_iter().flatten().copied().filter(|&n| !taken[n]);
            let found = free().find(|&n| gone[n].mode == file.mode).or_else(|| free().next())?;
            taken[found] = true;
            Some(&gone[found])
        };
        let from = among(by_content.get(file.content)).or_else(|| among(by_name.get(file.path.file_name())));
        match from {
            Some(from) if from.mode != file.mode => changes.push(ModeChange {
                before: Some(from.path),
                after: file.path,
                notes: notes(from.mode, file.mode),
            }),
            None if file.mode == EXECUTABLE => changes.push(ModeChange {
                before: None,
                after: file.path,
                notes: vec![format!("new file mode {EXECUTABLE}")],
            }),
            _ => {}
        }
    }
}
