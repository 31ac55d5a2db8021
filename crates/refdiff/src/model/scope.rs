//! Resolves type names at a place, and the supertypes of types; without a build.
//!
//! The rules are those shared by class-based languages: enclosing declarations come first, from the inside out, then
//! named imports, then the package, then wildcard imports.

use super::{EntityId, Level, Model, SourceFile, Symbol, TypeUse};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// Looks up types of one model by name.
#[derive(Debug)]
pub struct Scope<'m> {
    model: &'m Model,
    /// Types by package and names; several where source trees repeat a qualified name.
    by_path: HashMap<Symbol, Vec<EntityId>>,
    /// Modules by every suffix of their path: imports are relative to a folder that is not known.
    by_end: HashMap<Symbol, Vec<EntityId>>,
    /// Modules by the package whose functions they contain, where a language has functions that belong to packages.
    open_modules: HashMap<Option<Symbol>, Vec<EntityId>>,
    /// The package of each file.
    packages: Vec<Option<Symbol>>,
    /// Direct supertypes, by the index of the type.
    supertypes: HashMap<EntityId, Vec<EntityId>>,
}

impl<'m> Scope<'m> {
    /// Prepares lookups in `model`.
    pub fn new(model: &'m Model) -> Self {
        let packages: Vec<_> = model.files.iter().map(|file| package_path(file)).collect();
        let mut scope = Scope {
            model,
            by_path: HashMap::default(),
            by_end: HashMap::default(),
            open_modules: HashMap::default(),
            packages,
            supertypes: HashMap::default(),
        };
        let mut paths: HashMap<EntityId, Symbol> = HashMap::default();
        for id in model.ids_of(Level::Type) {
            if model.is_local(id) {
                continue;
            }
            let around = match model.container(id) {
                Some(outer) => paths.get(&outer).copied(),
                None => scope.packages[model.entity(id).file as usize],
            };
            let path = around.map_or(model.name(id), |p| p.then(model.name(id)));
            paths.insert(id, path);
            scope.by_path.entry(path).or_default().push(id);
            if model.kind(id).is_module() {
                scope.add_ends(id);
                if model.file(id).lexicon.package_functions {
                    let package = scope.packages[model.entity(id).file as usize];
                    scope.open_modules.entry(package).or_default().push(id);
                }
            }
        }
        scope.supertypes = model.ids_of(Level::Type).map(|id| (id, scope.find_supertypes(id))).collect();
        for &(below, above) in &model.bridges {
            scope.supertypes.entry(below).or_default().push(above);
        }
        scope
    }

    /// The model in which names are looked up.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// The direct supertypes of a type that are in the model.
    pub fn supertypes(&self, id: EntityId) -> &[EntityId] {
        self.supertypes.get(&id).map_or(&[], Vec::as_slice)
    }

    /// The type itself and all its supertypes in the model, nearest first.
    pub fn lineage(&self, id: EntityId) -> Vec<EntityId> {
        let mut seen = HashSet::from_iter([id]);
        let mut found = vec![id];
        let mut next = 0;
        while let Some(&at) = found.get(next) {
            found.extend(self.supertypes(at).iter().copied().filter(|s| seen.insert(*s)));
            next += 1;
        }
        found
    }

    /// Whether `sub` is a proper subtype of `sup`.
    pub fn is_subtype(&self, sub: EntityId, sup: EntityId) -> bool {
        sub != sup && self.lineage(sub).contains(&sup)
    }

    /// The type that a written type denotes at `place`, if it is in the model.
    pub fn resolve(&self, ty: &TypeUse, place: EntityId) -> Option<EntityId> {
        self.resolve_path(&ty.path, place, true)
    }

    /// The type that a simple name denotes at `place`.
    pub fn resolve_name(&self, name: Symbol, place: EntityId) -> Option<EntityId> {
        self.resolve_path(&[name], place, true)
    }

    /// The type with this qualified name, if it is in the model; among several the one in the source tree of `place`.
    pub(crate) fn resolve_qualified(&self, names: &[Symbol], place: EntityId) -> Option<EntityId> {
        self.by_path(Symbol::of_path(names.iter().copied()), place)
    }

    /// The member type `name` of a type or of its supertypes.
    pub fn member_type(&self, of: EntityId, name: Symbol) -> Option<EntityId> {
        self.lineage(of).into_iter().find_map(|t| self.own_type(t, name))
    }

    /// The modules, other than enclosing ones, whose functions are visible unqualified at `place`: those of its
    /// package, and of the packages that `name` is imported from.
    pub(super) fn modules_seen(&self, place: EntityId, name: Symbol) -> Vec<EntityId> {
        if !self.model.file(place).lexicon.package_functions {
            return Vec::new();
        }
        let own = self.packages[self.model.entity(place).file as usize];
        let imports = self.model.file(place).imports.iter().filter(|i| i.members);
        let imported = imports.filter_map(|i| match i.path.split_last() {
            _ if i.wildcard => Some(Symbol::of_path(i.path.iter().copied())),
            Some((last, package)) if i.alias.unwrap_or(*last) == name => {
                Some(Symbol::of_path(package.iter().copied()))
            }
            _ => None,
        });
        let packages = imported.chain([own]);
        packages.filter_map(|p| self.open_modules.get(&p)).flatten().copied().collect()
    }

    /// Whether a written type is a type parameter of an enclosing declaration of `place`.
    pub fn is_type_variable(&self, ty: &TypeUse, place: EntityId) -> bool {
        let [name] = *ty.path else { return false };
        let mut at = Some(place);
        while let Some(id) = at {
            if self.model.declaration(id).type_parameters.contains(&name) {
                return true;
            }
            at = self.model.container(id);
        }
        false
    }

    fn find_supertypes(&self, id: EntityId) -> Vec<EntityId> {
        let declaration = self.model.declaration(id);
        let container = self.model.container(id);
        // The body of an enum constant extends its enum.
        if declaration.name.is_empty()
            && let Some(constant) = container
            && self.model.kind(constant) == super::EntityKind::EnumConstant
        {
            return self.model.container(constant).into_iter().collect();
        }
        // Supertypes are written outside the type's own body, and inherited names are not followed there: that would
        // need the very hierarchy that is being built.
        let mut found = Vec::new();
        for ty in &declaration.supertypes {
            let resolved = match container {
                Some(around) => self.resolve_path(&ty.path, around, false),
                None => self.resolve_in_file(&ty.path, id),
            };
            if let Some(target) = resolved.filter(|&t| t != id && !found.contains(&t)) {
                found.push(target);
            }
        }
        found
    }

    fn resolve_path(&self, path: &[Symbol], place: EntityId, inherited: bool) -> Option<EntityId> {
        let (&first, rest) = path.split_first()?;
        let mut at = Some(place);
        while let Some(id) = at {
            let declaration = self.model.declaration(id);
            if declaration.type_parameters.contains(&first) {
                return None;
            }
            let is_type = self.model.level(id) == Level::Type;
            let found = if is_type && declaration.name_symbol == first && !declaration.name.is_empty() {
                Some(id)
            } else if is_type && inherited {
                self.member_type(id, first)
            } else {
                self.own_type(id, first)
            };
            if let Some(found) = found {
                return self.descend(found, rest);
            }
            at = self.model.container(id);
        }
        self.resolve_in_file(path, place)
    }

    fn resolve_in_file(&self, path: &[Symbol], place: EntityId) -> Option<EntityId> {
        let (&first, rest) = path.split_first()?;
        let file = self.model.file(place);
        for import in file.imports.iter().filter(|i| !i.wildcard && !i.members) {
            if import.name() == Some(first) {
                // An import that is not in the model denotes a type outside of it, never another type with that name.
                let found = self.by_path(Symbol::of_path(import.path.iter().copied()), place);
                return self.descend(found.or_else(|| self.by_end(&import.path))?, rest);
            }
        }
        let package = self.packages[self.model.entity(place).file as usize];
        let in_package = Some(package.map_or(first, |p| p.then(first)));
        let wildcards = file.imports.iter().filter(|i| i.wildcard && !i.members);
        let imported = wildcards.map(|i| Symbol::of_path(i.path.iter().copied()).map(|p| p.then(first)));
        for candidate in std::iter::once(in_package).chain(imported) {
            if let Some(found) = self.by_path(candidate, place) {
                return self.descend(found, rest);
            }
        }
        if rest.is_empty() {
            return None;
        }
        self.by_path(Symbol::of_path(path.iter().copied()), place).or_else(|| self.by_end(path))
    }

    fn add_ends(&mut self, module: EntityId) {
        let names: Vec<Symbol> =
            self.model.file(module).package.split('.').filter(|n| !n.is_empty()).map(Symbol::of).collect();
        for from in 0..=names.len() {
            let end = names[from..].iter().copied().chain([self.model.name(module)]);
            if let Some(end) = Symbol::of_path(end) {
                self.by_end.entry(end).or_default().push(module);
            }
        }
    }

    /// The only module whose path ends with a prefix of this path, or the type in it that the rest denotes.
    fn by_end(&self, path: &[Symbol]) -> Option<EntityId> {
        (1..=path.len()).rev().find_map(|length| {
            let (module, rest) = path.split_at(length);
            match self.by_end.get(&Symbol::of_path(module.iter().copied())?).map(Vec::as_slice) {
                Some(&[only]) => self.descend(only, rest),
                _ => None,
            }
        })
    }

    /// Among the types with this path the one in the same source tree, or else the first.
    fn by_path(&self, path: Option<Symbol>, place: EntityId) -> Option<EntityId> {
        let found = self.by_path.get(&path?)?;
        let here = &self.model.file(place).source_folder;
        // A module may have the same name as a type in it; the name then denotes the type.
        let is_type = |id: &&EntityId| !self.model.kind(**id).is_module();
        let types = || found.iter().filter(is_type);
        let near = |id: &&EntityId| self.model.file(**id).source_folder == *here;
        types()
            .find(near)
            .or_else(|| types().next())
            .or_else(|| found.iter().find(near))
            .or(found.first())
            .copied()
    }

    fn descend(&self, from: EntityId, rest: &[Symbol]) -> Option<EntityId> {
        rest.iter().try_fold(from, |at, &name| self.own_type(at, name))
    }

    fn own_type(&self, of: EntityId, name: Symbol) -> Option<EntityId> {
        let named = |&&id: &&EntityId| self.model.level(id) == Level::Type && self.model.name(id) == name;
        self.model.children(of).iter().find(named).copied()
    }
}

fn package_path(file: &SourceFile) -> Option<Symbol> {
    if file.package.is_empty() {
        return None;
    }
    Symbol::of_path(file.package.split('.').map(Symbol::of))
}
