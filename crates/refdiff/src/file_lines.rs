//! How many lines of each changed file came and went, as `git diff --numstat --no-renames` counts them.

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
    /// How many lines came and how many went; `None` where it is no text, or could not be read.
    pub lines: Option<(usize, usize)>,
}

#[cfg(feature = "git")]
impl FileLines {
    /// Of a file without anything that can be counted.
    pub(crate) fn unknown(path: &FilePath) -> Self {
        FileLines { path: path.to_string(), lines: None }
    }

    /// Of two versions of a file; one that is not there has no lines.
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
