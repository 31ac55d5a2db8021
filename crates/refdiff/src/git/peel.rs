//! Follows tags and commits to their targets. gix's own function assumes that they can be read.

use super::chain;
use gix::object::Kind;

/// How many tags and commits are followed. Tags of tags are rare, and nobody creates long chains of them.
const DEEPEST: usize = 64;

/// The object of a kind that `id` is or points to, or the reason why there is none.
pub(super) fn peel(repo: &gix::Repository, id: gix::ObjectId, kind: Kind) -> Result<gix::Object<'_>, String> {
    let mut object = repo.find_object(id).map_err(|e| chain(&e))?;
    let mut steps = 0;
    while object.kind != kind {
        // Object ids are not checked against the content: in a hostile repository a tag may point to itself.
        steps += 1;
        if steps > DEEPEST {
            return Err(too_deep(id));
        }
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

/// The tree that `id` is or points to.
pub(super) fn peel_to_tree(repo: &gix::Repository, id: gix::ObjectId) -> Result<gix::Tree<'_>, String> {
    peel(repo, id, Kind::Tree)?.try_into_tree().map_err(|e| chain(&e))
}

/// What `id` is or, for a tag, points to, and its kind.
pub(super) fn untagged(repo: &gix::Repository, id: gix::ObjectId) -> Result<(gix::ObjectId, Kind), String> {
    match repo.find_header(id).map_err(|e| chain(&e))?.kind() {
        Kind::Tag => {}
        kind => return Ok((id, kind)),
    }
    let mut object = repo.find_object(id).map_err(|e| chain(&e))?;
    for _ in 0..DEEPEST {
        let Some(tag) = object.try_to_tag_ref_iter() else { return Ok((object.id, object.kind)) };
        let next = tag.target_id().map_err(|e| format!("the tag {} is damaged: {}", object.id, chain(&e)))?;
        object = repo.find_object(next).map_err(|e| chain(&e))?;
    }
    Err(too_deep(id))
}

fn too_deep(id: gix::ObjectId) -> String {
    format!("{id} is a tag of a tag of a tag, and so on")
}
