//! Files that a project carries along and nobody writes there.

use crate::model::FilePath;

/// Counted as this: code of other projects.
pub(super) const VENDORED: &str = "vendored";

/// Whether a file stands in one of these folders, or in folders below.
pub(super) fn stands_in(path: &FilePath, folders: &[&str]) -> bool {
    let parts = path.folder().split(|&b| b == b'/');
    parts.into_iter().any(|part| folders.iter().any(|folder| folder.as_bytes() == part))
}
