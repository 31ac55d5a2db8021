//! Files in a project that were written elsewhere.

use crate::model::FilePath;

/// The label for code of other projects.
pub(super) const VENDORED: &str = "vendored";

/// Whether a file is in one of these folders, at any depth.
pub(super) fn stands_in(path: &FilePath, folders: &[&str]) -> bool {
    let parts = path.folder().split(|&b| b == b'/');
    parts.into_iter().any(|part| folders.iter().any(|folder| folder.as_bytes() == part))
}
