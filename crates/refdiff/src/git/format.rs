//! Checks the format of a repository. What git refuses to read is refused here too.

use super::ObjectId;
use gix::bstr::ByteSlice;

/// Extensions of format 1 that do not affect a reader, or that gix supports.
const KNOWN: [&str; 9] = [
    "noop",
    "noop-v1",
    "preciousobjects",
    "partialclone",
    "worktreeconfig",
    "objectformat",
    "compatobjectformat",
    "relativeworktrees",
    "submodulepathconfig",
];

/// Whether all extensions of a format 1 repository are known; otherwise the error. In format 0, git and gix ignore
/// unknown extensions; gix itself refuses other versions.
pub(super) fn check(repo: &gix::Repository) -> Result<(), String> {
    let config = repo.config_snapshot();
    if config.integer("core.repositoryFormatVersion") != Some(1) {
        return Ok(());
    }
    let is_own = |source| matches!(source, gix::config::Source::Local | gix::config::Source::Worktree);
    let sections = config.plumbing().sections_by_name("extensions").into_iter().flatten();
    for section in sections.filter(|s| is_own(s.meta().source)) {
        for name in section.value_names() {
            let name = name.to_lowercase();
            if name == "refstorage" {
                let value = section.value("refStorage").unwrap_or_default();
                if !value.eq_ignore_ascii_case(b"files") {
                    let value = value.to_str_lossy();
                    return Err(format!(
                        "its references are kept as '{value}', which is not understood here"
                    ));
                }
            } else if section.header().subsection_name().is_some() || !KNOWN.contains(&name.as_str()) {
                return Err(format!("it needs the extension '{name}', which is not understood here"));
            }
        }
    }
    Ok(())
}

/// The commits whose parents are replaced by `info/grafts`, sorted.
pub(super) fn grafts(repo: &gix::Repository) -> Vec<ObjectId> {
    let text = std::fs::read(repo.common_dir().join("info/grafts")).unwrap_or_default();
    let words = text.lines().filter_map(|line| line.split(u8::is_ascii_whitespace).next());
    let mut ids: Vec<ObjectId> =
        words.filter_map(|w| gix::ObjectId::from_hex(w).ok()).map(ObjectId).collect();
    ids.sort_unstable();
    ids
}
