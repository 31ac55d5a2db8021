//! Follows tags and commits to what they point at. gix's own way takes for granted that they can be read.

use super::chain;
use gix::object::Kind;

/// The object of a kind that `id` is or points at, or why there is none.
pub(super) fn peel(repo: &gix::Repository, id: gix::ObjectId, kind: Kind) -> Result<gix::Object<'_>, String> {
    let mut object = repo.find_object(id).map_err(|e| chain(&e))?;
    while object.kind != kind {
        let next = match object.kind {
            Kind::Commit => object.try_to_commit_ref_iter().map(|mut commit| commit.tree_id()),
            Kind::Tag => object.try_to_tag_ref_iter().map(|tag| tag.target_id()),
            Kind::Tree | Kind::Blob => None,
        };
        let next = next.ok_or_else(|| format!("{} is a {} and no {kind}", object.id, object.kind))?;
        let next =
            next.map_err(|e| format!("the {} {} is damaged: {}", object.kind, object.id, chain(&e)))?;
        object = repo.find_object(next).map_err(|e| chain(&e))?;
    }
    Ok(object)
}

/// The tree that `id` is or points at.
pub(super) fn peel_to_tree(repo: &gix::Repository, id: gix::ObjectId) -> Result<gix::Tree<'_>, String> {
    peel(repo, id, Kind::Tree)?.try_into_tree().map_err(|e| chain(&e))
}
