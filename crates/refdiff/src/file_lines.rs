//! The number of added and removed lines of each changed file, as in `git diff --numstat --no-renames`.

#[cfg(feature = "git")]
use crate::lines::{self, Text};
#[cfg(feature = "git")]
use crate::model::FilePath;
#[cfg(feature = "git")]
use crate::text_kind::is_binary;
#[cfg(feature = "git")]
use std::sync::Arc;

/// A changed file with its changed lines.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileLines {
    /// The file's path.
    pub path: String,
    /// The number of added and removed lines; `None` for a binary file, or one that could not be read.
    pub lines: Option<(usize, usize)>,
}

#[cfg(feature = "git")]
impl FileLines {
    /// For a file without countable lines.
    pub(crate) fn unknown(path: &FilePath) -> Self {
        FileLines { path: path.to_string(), lines: None }
    }

    /// For two versions of a file; a missing version has no lines.
    pub(crate) fn new(path: &FilePath, before: &Arc<[u8]>, after: &Arc<[u8]>) -> Self {
        if [before, after].iter().any(|bytes| is_binary(bytes)) {
            return Self::unknown(path);
        }
        let (before, after) = (Text::new(before.clone()), Text::new(after.clone()));
        let lines = if before.len() == 0 || after.len() == 0 {
            (after.len(), before.len())
        } else {
            let all = lines::differences(&before, &after);
            all.iter()
                .fold((0, 0), |(came, went), (removed, added)| (came + added.len(), went + removed.len()))
        };
        FileLines { path: path.to_string(), lines: Some(lines) }
    }
}
