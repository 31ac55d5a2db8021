//! An element as it is in one file of one commit.

use crate::git::ObjectId;
use crate::model::{EntityId, FilePath, Level, Model, Symbol};
use crate::report::{Element, Side};
use std::sync::Arc;

/// A file of some commit, by its blob.
#[derive(Debug)]
pub(crate) struct File {
    pub path: FilePath,
    pub blob: ObjectId,
    pub side: Side,
}

impl File {
    pub fn model(&self) -> &Model {
        &self.side.model
    }

    pub fn text(&self) -> &[u8] {
        &self.side.texts[0]
    }
}

/// An element in such a file.
#[derive(Clone, Debug)]
pub(crate) struct Version {
    pub file: Arc<File>,
    pub id: EntityId,
}

impl Version {
    pub fn model(&self) -> &Model {
        self.file.model()
    }

    /// The first byte of the unit that the element is declared in.
    pub fn start_of_unit(&self) -> u32 {
        let model = self.model();
        model.file(self.id).units[model.entity(self.id).unit as usize].start
    }

    /// The element with its text, from the start of its first line.
    pub fn element(&self) -> Element {
        let mut element = self.file.side.element(self.id);
        let text = self.file.text();
        let start =
            text[..element.start_byte as usize].iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        element.text = text.get(start..element.end_byte as usize).map(Arc::from);
        element
    }

    /// The same element in another version of its file: the one with the same name and parameters inside types with
    /// the same names, or the only method with its name that has no such counterpart.
    pub fn in_file(&self, file: &Arc<File>) -> Option<Version> {
        let owner = match self.model().container(self.id) {
            Some(container) => Some(Version { file: self.file.clone(), id: container }.in_file(file)?.id),
            None => None,
        };
        let (here, there) = (self.model(), file.model());
        let (old, new) = (siblings(here, self.id), among(there, owner));
        let alike = |model: &Model, id: EntityId| (model.level(id), model.name(id));
        let wanted = alike(here, self.id);
        let old: Vec<EntityId> = old.into_iter().filter(|&id| alike(here, id) == wanted).collect();
        let new: Vec<EntityId> = new.into_iter().filter(|&id| alike(there, id) == wanted).collect();
        let signature = |model: &Model, id: EntityId| -> (Symbol, u32) {
            (model.entity(id).signature, model.entity(id).ordinal)
        };
        let own = signature(here, self.id);
        let same = |all: &[EntityId], model: &Model| -> Vec<EntityId> {
            all.iter().copied().filter(|&id| signature(model, id) == own).collect()
        };
        let (mine, theirs) = (same(&old, here), same(&new, there));
        let id = if theirs.is_empty() {
            // Its parameters changed: the last overload left is the same, if there is one on both sides.
            let open = |all: &[EntityId], model: &Model, others: &[EntityId], other: &Model| {
                let taken =
                    |id: EntityId| others.iter().any(|&o| signature(other, o) == signature(model, id));
                all.iter().copied().filter(|&id| !taken(id)).collect::<Vec<_>>()
            };
            let (left, came) = (open(&old, here, &new, there), open(&new, there, &old, here));
            match (left.as_slice(), came.as_slice()) {
                ([_], [one]) if here.level(self.id) == Level::Method => *one,
                _ => return None,
            }
        } else {
            let place = mine.iter().position(|&id| id == self.id)?;
            *theirs.get(place).or(theirs.last())?
        };
        Some(Version { file: file.clone(), id })
    }
}

fn siblings(model: &Model, id: EntityId) -> Vec<EntityId> {
    among(model, model.container(id))
}

/// The entities directly inside an entity, or at top level.
fn among(model: &Model, owner: Option<EntityId>) -> Vec<EntityId> {
    match owner {
        Some(owner) => model.children(owner).to_vec(),
        None => model.ids().filter(|&id| model.container(id).is_none()).collect(),
    }
}
