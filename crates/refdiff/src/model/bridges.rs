//! Supertypes between two types of a model that are not part of the model, because their files did not change.

use super::{EntityId, Import, Level, Model, Scope, SourceFile, Symbol, TypeUse};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::sync::Arc;

/// A full name, part by part.
type Name = Vec<Symbol>;

/// How many files are read for one model, and how many steps from type to supertype are followed.
const FILES: usize = 64;
const STEPS: usize = 16;

/// Finds unchanged files: the file in a source folder that declares the top-level type with this package and name.
pub(crate) type Find<'f> = dyn FnMut(&[u8], &[Symbol]) -> Option<Arc<SourceFile>> + 'f;

/// Pairs of types whose second is a supertype of the first through types outside of the model.
pub(crate) fn bridges(model: &Model, find: &mut Find<'_>) -> Vec<(EntityId, EntityId)> {
    let scope = Scope::new(model);
    let mut search = Search { scope: &scope, find, known: HashMap::default(), left: FILES };
    let mut bridges = Vec::new();
    for id in model.ids_of(Level::Type).filter(|&id| !model.is_local(id)) {
        let declaration = model.declaration(id);
        let known = scope.supertypes(id).len();
        if known == declaration.supertypes.len() {
            continue;
        }
        let file = model.file(id);
        let mut pending: Vec<Vec<Symbol>> =
            declaration.supertypes.iter().filter_map(|ty| named(ty, &file.package, &file.imports)).collect();
        let mut seen: HashSet<Vec<Symbol>> = HashSet::default();
        for _ in 0..STEPS {
            let mut next = Vec::new();
            for names in pending.drain(..).filter(|names| seen.insert(names.clone())) {
                match search.in_model(&names, id) {
                    Some(found) => bridges.push((id, found)),
                    None => next.extend(search.supertypes(&file.source_folder, &names)),
                }
            }
            pending = next;
        }
    }
    bridges.retain(|(below, above)| below != above && !scope.supertypes(*below).contains(above));
    bridges.sort_unstable();
    bridges.dedup();
    bridges
}

struct Search<'s, 'm, 'f> {
    scope: &'s Scope<'m>,
    find: &'s mut Find<'f>,
    /// The results of earlier searches, by source folder and name.
    known: HashMap<(Vec<u8>, Name), Vec<Name>>,
    left: usize,
}

impl Search<'_, '_, '_> {
    fn in_model(&self, names: &[Symbol], place: EntityId) -> Option<EntityId> {
        self.scope.resolve_qualified(names, place)
    }

    /// The names of the supertypes of a type outside of the model.
    fn supertypes(&mut self, folder: &[u8], names: &[Symbol]) -> Vec<Vec<Symbol>> {
        let place = (folder.to_vec(), names.to_vec());
        if let Some(known) = self.known.get(&place) {
            return known.clone();
        }
        let found = self.read_supertypes(folder, names);
        self.known.insert(place, found.clone());
        found
    }

    fn read_supertypes(&mut self, folder: &[u8], names: &[Symbol]) -> Vec<Vec<Symbol>> {
        if self.left == 0 {
            return Vec::new();
        }
        let (Some(file), Some(name)) = ((self.find)(folder, names), names.last()) else { return Vec::new() };
        self.left -= 1;
        let top = file.units.iter().filter(|placed| placed.container.is_none());
        let mut declared = top.filter_map(|placed| placed.unit.declarations.first());
        let Some(declaration) = declared.find(|d| d.name_symbol == *name) else { return Vec::new() };
        let supertypes = declaration.supertypes.iter();
        supertypes.filter_map(|ty| named(ty, &file.package, &file.imports)).collect()
    }
}

/// The qualified name of a written type, by the imports and the package of its file, if it is a top-level type.
fn named(ty: &TypeUse, package: &str, imports: &[Import]) -> Option<Vec<Symbol>> {
    let [name] = *ty.path else { return Some(ty.path.to_vec()) };
    let import = imports.iter().find(|i| !i.wildcard && !i.members && i.path.last() == Some(&name));
    if let Some(import) = import {
        return Some(import.path.to_vec());
    }
    let folders = package.split('.').filter(|part| !part.is_empty()).map(Symbol::of);
    Some(folders.chain([name]).collect())
}

/// Whether a member may have moved between types: a member name was removed from one type and added to another. Only
/// then is it worth searching for the types in between.
pub(crate) fn members_may_have_moved(before: &Model, after: &Model) -> bool {
    let members = |model: &Model| -> HashSet<(Symbol, Symbol, Symbol)> {
        let members = model.ids().filter(|&id| model.level(id) != Level::Type);
        let placed = members.filter_map(|id| Some((model.container(id)?, id)));
        placed.map(|(of, id)| (model.name(of), model.entity(id).signature, model.name(id))).collect()
    };
    let (old, new) = (members(before), members(after));
    let gone: HashSet<Symbol> = old.difference(&new).map(|m| m.2).collect();
    new.difference(&old).any(|m| gone.contains(&m.2))
}
