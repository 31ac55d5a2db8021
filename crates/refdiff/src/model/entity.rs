//! The entities of one side of a comparison, in an arena.

use super::{Declaration, EntityKind, FilePath, Level, Parameter, SourceFile, Symbol, TokenRange, Unit};
use rustc_hash::FxHashMap as HashMap;
use std::sync::Arc;

/// The id of an entity within its [`Model`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntityId(pub u32);

impl EntityId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A type, method or field in its context.
#[derive(Clone, Debug)]
pub struct Entity {
    /// The index of the file in [`Model::files`].
    pub file: u32,
    /// The index of the unit in [`SourceFile::units`].
    pub unit: u32,
    /// The index of the declaration in [`Unit::declarations`].
    pub declaration: u32,
    /// The enclosing entity: a type for members, the member for a type inside a body, none for a top-level type.
    pub container: Option<EntityId>,
    /// The number of an anonymous or local type within its nearest named type, from 1; 0 for all others.
    pub ordinal: u32,
    /// The number of enclosing types.
    pub depth: u32,
    /// Name and parameter types; see [`Declaration::signature`].
    pub signature: Symbol,
    /// Its kind, as in its declaration.
    pub kind: EntityKind,
    /// The symbol of its simple name, as in its declaration.
    pub name: Symbol,
    children: Vec<EntityId>,
}

/// The entities of a set of files.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The files, sorted by path.
    pub files: Vec<Arc<SourceFile>>,
    entities: Vec<Entity>,
    /// Supertypes through types outside of the model, each with its subtype.
    pub(crate) bridges: Vec<(EntityId, EntityId)>,
    /// The partners of files that exist only on this side, by their indices on both sides, with the similarity of the
    /// texts.
    pub(crate) file_partners: HashMap<u32, (u32, f64)>,
}

impl Model {
    /// Assembles a model from files; the order of `files` does not matter.
    pub fn assemble(mut files: Vec<Arc<SourceFile>>) -> Self {
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let mut model = Model::default();
        for (index, file) in files.iter().enumerate() {
            model.add_file(index as u32, file);
        }
        model.files = files;
        model
    }

    fn add_file(&mut self, index: u32, file: &SourceFile) {
        // The entity of each unit's first declaration, for the containers of later units.
        let mut heads: Vec<EntityId> = Vec::with_capacity(file.units.len());
        let mut ordinals: HashMap<(EntityId, Symbol), u32> = HashMap::default();
        for (place, placed) in file.units.iter().enumerate() {
            let first = self.entities.len() as u32;
            let outer = placed.container.map(|c| heads[c as usize]);
            for (number, declaration) in placed.unit.declarations.iter().enumerate() {
                let id = EntityId(self.entities.len() as u32);
                let container = declaration.parent.map(|p| EntityId(first + p)).or(outer);
                let ordinal = if is_local_type(&placed.unit, declaration) {
                    self.nearest_named_type_of(file, container).map_or(0, |named| {
                        let count = ordinals.entry((named, declaration.name_symbol)).or_default();
                        *count += 1;
                        *count
                    })
                } else {
                    0
                };
                let depth = container.map_or(0, |c| {
                    let around = &self.entities[c.index()];
                    around.depth + u32::from(around.kind.level() == Level::Type)
                });
                let signature = match container {
                    // A compact constructor has no parameter list of its own: it has the components of the record.
                    Some(c) if declaration.kind == EntityKind::Constructor && declaration.compact => {
                        declaration_in(file, &self.entities[c.index()]).signature
                    }
                    _ => declaration.signature,
                };
                self.entities.push(Entity {
                    file: index,
                    unit: place as u32,
                    declaration: number as u32,
                    container,
                    ordinal,
                    depth,
                    signature,
                    kind: declaration.kind,
                    name: declaration.name_symbol,
                    children: Vec::new(),
                });
                if let Some(c) = container {
                    self.entities[c.index()].children.push(id);
                }
            }
            heads.push(EntityId(first));
        }
    }

    fn nearest_named_type_of(&self, file: &SourceFile, from: Option<EntityId>) -> Option<EntityId> {
        let mut at = from;
        while let Some(id) = at {
            let entity = &self.entities[id.index()];
            let declaration = declaration_in(file, entity);
            if declaration.kind.level() == Level::Type && !declaration.name.is_empty() {
                return Some(id);
            }
            at = entity.container;
        }
        None
    }

    /// The number of entities.
    pub fn len(&self) -> usize {
        self.entities.len()
    }

    /// Whether the model is empty.
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }

    /// All ids, in the order of files and text.
    pub fn ids(&self) -> impl Iterator<Item = EntityId> + use<> {
        (0..self.entities.len() as u32).map(EntityId)
    }

    /// All ids of one level.
    pub fn ids_of(&self, level: Level) -> impl Iterator<Item = EntityId> + '_ {
        self.ids().filter(move |&id| self.level(id) == level)
    }

    /// The entity.
    pub fn entity(&self, id: EntityId) -> &Entity {
        &self.entities[id.index()]
    }

    /// The file that contains it.
    pub fn file(&self, id: EntityId) -> &SourceFile {
        &self.files[self.entity(id).file as usize]
    }

    /// The path of that file.
    pub fn path(&self, id: EntityId) -> &FilePath {
        &self.file(id).path
    }

    /// The unit that contains it.
    pub fn unit(&self, id: EntityId) -> &Unit {
        &self.file(id).units[self.entity(id).unit as usize].unit
    }

    /// Whether two entities, of this model and another, are the same declaration of the very same unit: their text is
    /// equal, byte by byte.
    pub fn is_identical(&self, id: EntityId, other: &Model, other_id: EntityId) -> bool {
        self.entity(id).declaration == other.entity(other_id).declaration
            && Arc::ptr_eq(self.shared_unit(id), other.shared_unit(other_id))
    }

    /// Whether two entities have the same tokens. Whether they share a unit depends on what a store still contains;
    /// this does not, so decisions may depend on it.
    pub fn has_equal_tokens(&self, id: EntityId, other: &Model, other_id: EntityId) -> bool {
        let tokens = |model: &Model, id: EntityId| {
            let range = model.declaration(id).tokens.clone();
            range.start as usize..range.end as usize
        };
        self.is_identical(id, other, other_id) || {
            let (here, there) = (tokens(self, id), tokens(other, other_id));
            let (old, new) = (&self.unit(id).tokens[here], &other.unit(other_id).tokens[there]);
            old.len() == new.len() && old.iter().zip(new).all(|(x, y)| x.symbol == y.symbol)
        }
    }

    fn shared_unit(&self, id: EntityId) -> &Arc<Unit> {
        &self.file(id).units[self.entity(id).unit as usize].unit
    }

    /// A value that is equal for entities that are the same declaration of the very same unit.
    pub fn identity(&self, id: EntityId) -> (usize, u32) {
        (Arc::as_ptr(self.shared_unit(id)) as usize, self.entity(id).declaration)
    }

    /// Its declaration.
    pub fn declaration(&self, id: EntityId) -> &Declaration {
        declaration_in(self.file(id), self.entity(id))
    }

    /// Its kind.
    pub fn kind(&self, id: EntityId) -> EntityKind {
        self.entity(id).kind
    }

    /// Type, method or field.
    pub fn level(&self, id: EntityId) -> Level {
        self.kind(id).level()
    }

    /// The enclosing entity.
    pub fn container(&self, id: EntityId) -> Option<EntityId> {
        self.entity(id).container
    }

    /// The entities directly inside it, in order.
    pub fn children(&self, id: EntityId) -> &[EntityId] {
        &self.entity(id).children
    }

    /// The symbol of its simple name.
    pub fn name(&self, id: EntityId) -> Symbol {
        self.entity(id).name
    }

    /// The innermost enclosing type.
    pub fn type_around(&self, id: EntityId) -> Option<EntityId> {
        let mut at = self.container(id);
        while let Some(around) = at {
            if self.level(around) == Level::Type {
                return Some(around);
            }
            at = self.container(around);
        }
        None
    }

    /// Whether one entity is nested in another, at any depth.
    pub fn is_inside(&self, inner: EntityId, outer: EntityId) -> bool {
        std::iter::successors(self.container(inner), |&around| self.container(around)).any(|id| id == outer)
    }

    /// Whether it is an anonymous or local type, or nested in one.
    pub fn is_local(&self, id: EntityId) -> bool {
        let mut at = Some(id);
        while let Some(here) = at {
            if self.entity(here).ordinal > 0 {
                return true;
            }
            at = self.container(here);
        }
        false
    }

    /// The tokens of its body, if it has one and it is not empty.
    pub fn body(&self, id: EntityId) -> Option<TokenRange> {
        self.declaration(id).body.clone().filter(|range| !range.is_empty())
    }

    /// Its bytes in the file.
    pub fn span(&self, id: EntityId) -> std::ops::Range<u32> {
        let entity = self.entity(id);
        let placed = &self.file(id).units[entity.unit as usize];
        let span = &self.declaration(id).span;
        let whole_type = self.level(id) == Level::Type && entity.declaration == 0;
        let end = if whole_type { placed.end } else { placed.start + span.end };
        placed.start + span.start..end
    }

    /// Its key: the paper's notation, such as `package.Type.method(T1,T2)`.
    pub fn key(&self, id: EntityId) -> String {
        self.qualified_key(id).0
    }

    /// Its key, and how many bytes of it are the package and the modules around it.
    pub fn qualified_key(&self, id: EntityId) -> (String, usize) {
        let mut chain = vec![id];
        let mut at = id;
        while let Some(around) = self.naming_container(at) {
            chain.push(around);
            at = around;
        }
        let mut key = self.file(id).package.to_string();
        let mut qualifier = key.len();
        for &part in chain.iter().rev() {
            if part == id || !self.kind(part).is_module() {
                break;
            }
            // One for the dot, where something stands before the module.
            qualifier += usize::from(qualifier > 0) + self.declaration(part).name.len();
        }
        for &part in chain.iter().rev() {
            if !key.is_empty() {
                key.push('.');
            }
            // For enclosing entities the simple name is sufficient.
            if part == id {
                self.push_name(part, &mut key);
            } else {
                self.push_simple_name(part, &mut key);
            }
        }
        (key, qualifier)
    }

    /// The last segment of its key: simple name, ordinal and parameters.
    pub fn label(&self, id: EntityId) -> String {
        let mut label = String::new();
        self.push_name(id, &mut label);
        label
    }

    fn push_simple_name(&self, id: EntityId, key: &mut String) {
        let ordinal = self.entity(id).ordinal;
        if ordinal > 0 {
            key.push_str(&ordinal.to_string());
        }
        key.push_str(&self.declaration(id).name);
    }

    fn push_name(&self, id: EntityId, key: &mut String) {
        let declaration = self.declaration(id);
        self.push_simple_name(id, key);
        if declaration.kind.level() == Level::Method {
            key.push('(');
            for (i, parameter) in self.parameters(id).iter().enumerate() {
                if i > 0 {
                    key.push(',');
                }
                key.push_str(&parameter.key);
            }
            key.push(')');
        }
    }

    /// The parameters of a method; of a compact constructor, the components of its record.
    pub fn parameters(&self, id: EntityId) -> &[Parameter] {
        let declaration = self.declaration(id);
        match self.container(id) {
            Some(record) if declaration.compact => &self.declaration(record).parameters,
            _ => &declaration.parameters,
        }
    }

    /// The entity whose key is the prefix of this key: the container, but the nearest named type for types in bodies.
    fn naming_container(&self, id: EntityId) -> Option<EntityId> {
        let container =
            if self.file(id).lexicon.flat_functions { self.type_around(id) } else { self.container(id) };
        if self.entity(id).ordinal == 0 {
            return container;
        }
        self.nearest_named_type_of(self.file(id), container)
    }
}

fn declaration_in<'a>(file: &'a SourceFile, entity: &Entity) -> &'a Declaration {
    &file.units[entity.unit as usize].unit.declarations[entity.declaration as usize]
}

/// Whether a declaration is a type that is identified by its position in a body: an anonymous type, or one that is
/// local to a member. A member type of another type in the same unit is identified by that type alone.
fn is_local_type(unit: &Unit, declaration: &Declaration) -> bool {
    if declaration.kind.level() != Level::Type {
        return false;
    }
    let in_type = |p: u32| unit.declarations[p as usize].kind.level() == Level::Type;
    declaration.name.is_empty() || declaration.parent.is_some_and(|p| !in_type(p))
}
