//! What each token of a unit denotes: the declaration that a name resolves to, or the word itself.
//!
//! Tokens are compared by keys. Two names have the same key if they denote the same declaration on both sides, no
//! matter how they are spelled or qualified. A name that resolves to nothing known has the key of its word, or of the
//! path that the file imports it from.

use super::board::{AFTER, BEFORE, Board, TokenPlace};
use crate::model::{
    CallForm, EntityId, Expr, Import, Level, Local, Model, Modifiers, Role, Scope, SourceFile, Symbol, Token,
    TypeUse, Unit, Uses,
};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::cell::RefCell;
use std::rc::Rc;

/// How many units are cached; a commit may have any number.
const MOST_UNITS: usize = 4096;

/// What a token denotes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meaning {
    /// Equal on both sides for the same thing.
    pub key: Symbol,
    /// The local variable or parameter that it uses, by its index in the unit.
    pub uses: Option<u32>,
    /// The local variable or parameter that it declares.
    pub declares: Option<u32>,
    /// The token of the name that it only qualifies: it is `this.`, or the type that a member or another type belongs
    /// to.
    pub qualifies: Option<u32>,
    /// Whether it is an unqualified member of the object that the method is called on.
    pub implicit: bool,
    /// Whether it is a method that the object inherits from an unknown type.
    pub inherited: bool,
    /// Whether its value never changes: a constant, or the name of a type.
    pub fixed: bool,
}

/// What the tokens of a unit denote, and which methods its calls refer to.
pub(super) struct UnitMeaning {
    pub tokens: Vec<Meaning>,
    /// By the token of the call's name.
    pub targets: HashMap<u32, Vec<EntityId>>,
}

/// The meanings of both sides.
pub(super) struct Meanings<'s, 'c> {
    scopes: &'s [Scope<'c>; 2],
    pub uses: [Uses<'s, 'c>; 2],
    /// For each entity the smallest number among the entities on both sides that correspond to it.
    same: [Vec<u32>; 2],
    /// Whether it corresponds to any other entity.
    paired: [Vec<bool>; 2],
    /// The entities that reported refactorings renamed, moved or created.
    pub reported: HashSet<Symbol>,
    /// The names of all entities in the models.
    names: HashSet<Symbol>,
    /// The paths that any file imports: these exist in a package, even if they are not in the models.
    imports: HashSet<Symbol>,
    /// The imports of each file, computed on demand.
    headers: RefCell<HashMap<(usize, u32), Rc<Imported<'c>>>>,
    units: RefCell<HashMap<(usize, u32, u32), Rc<UnitMeaning>>>,
    /// The new names of local variables of the before side, by file, unit and the declaring token.
    renamed: HashMap<(u32, u32, u32), Symbol>,
    types: RefCell<HashMap<(usize, EntityId, Symbol), Option<EntityId>>>,
}

impl<'s, 'c> Meanings<'s, 'c> {
    pub fn new(board: &Board<'c>, scopes: &'s [Scope<'c>; 2]) -> Self {
        let models = [board.model(BEFORE), board.model(AFTER)];
        let mut names = HashSet::with_capacity_and_hasher(models[AFTER].len(), Default::default());
        names.extend(models.iter().flat_map(|m| m.ids().map(|id| declared_name(m, id))));
        let files = models.iter().flat_map(|m| &m.files).flat_map(|f| f.imports.iter());
        let explicit = files.filter(|i| !i.wildcard && !i.members);
        let imports = explicit.filter_map(|i| Symbol::of_path(i.path.iter().copied())).collect();
        let mut paired = [vec![false; models[BEFORE].len()], vec![false; models[AFTER].len()]];
        for &(before, after, _) in board.comparison.pairs() {
            paired[BEFORE][before.index()] = true;
            paired[AFTER][after.index()] = true;
        }
        let mut meanings = Meanings {
            scopes,
            uses: [Uses::new(&scopes[BEFORE]), Uses::new(&scopes[AFTER])],
            same: corresponding(board),
            paired,
            reported: HashSet::default(),
            names,
            imports,
            headers: RefCell::default(),
            units: RefCell::default(),
            renamed: HashMap::default(),
            types: RefCell::default(),
        };
        for (_, &(before, after)) in board.comparison.reported_pairs() {
            let keys = [meanings.entity(BEFORE, before), meanings.entity(AFTER, after)];
            meanings.reported.extend(keys);
        }
        for (method, token, name) in board.comparison.renamed_variables() {
            let entity = models[BEFORE].entity(method);
            meanings.renamed.insert((entity.file, entity.unit, token), name);
        }
        meanings
    }

    pub fn scope(&self, side: usize) -> &Scope<'c> {
        &self.scopes[side]
    }

    /// Equal for corresponding entities of both sides. An entity declared inside a body without a counterpart uses
    /// its name as key: the code around it identifies it.
    pub fn entity(&self, side: usize, id: EntityId) -> Symbol {
        if !self.paired[side][id.index()] && self.scopes[side].model().is_local(id) {
            return declared_name(self.scopes[side].model(), id);
        }
        Symbol::of("entity").then(Symbol(u64::from(self.same[side][id.index()])))
    }

    /// What the tokens of an entity's unit denote.
    pub fn unit(&self, board: &Board<'c>, side: usize, id: EntityId) -> Rc<UnitMeaning> {
        let entity = board.model(side).entity(id);
        let place = (side, entity.file, entity.unit);
        if let Some(known) = self.units.borrow().get(&place) {
            return known.clone();
        }
        let first = EntityId(id.0 - entity.declaration);
        let made = Rc::new(Reader::new(self, board.model(side), side, first).read());
        let mut units = self.units.borrow_mut();
        if units.len() >= MOST_UNITS {
            units.clear();
        }
        units.insert(place, made.clone());
        made
    }

    fn header(&self, side: usize, file: u32) -> Rc<Imported<'c>> {
        let read = || Rc::new(Imported::new(&self.scopes[side].model().files[file as usize]));
        self.headers.borrow_mut().entry((side, file)).or_insert_with(read).clone()
    }

    /// What a token of a file denotes; `None` outside of all units.
    pub fn at(&self, board: &Board<'c>, side: usize, at: TokenPlace) -> Option<Symbol> {
        let (unit, number) = self.unit_at(board, side, at)?;
        unit.tokens.get(number).map(|m| m.key)
    }

    /// The counterparts of the methods that a call may refer to, by the token of its name.
    pub fn targets_at(&self, board: &Board<'c>, side: usize, at: TokenPlace) -> Vec<Symbol> {
        let Some((unit, number)) = self.unit_at(board, side, at) else { return Vec::new() };
        let targets = unit.targets.get(&(number as u32)).into_iter().flatten();
        targets.map(|&id| self.entity(side, id)).collect()
    }

    fn unit_at(&self, board: &Board<'c>, side: usize, at: TokenPlace) -> Option<(Rc<UnitMeaning>, usize)> {
        let token = board.token(side, at);
        let first = board.first_of(side, at.file, token.unit)?;
        let placed = &board.model(side).files[at.file as usize].units[token.unit as usize];
        let start = token.start - placed.start;
        let number = placed.unit.tokens.partition_point(|t| t.start < start);
        Some((self.unit(board, side, first), number))
    }

    /// The type that a simple name denotes at a place.
    pub fn type_named(&self, side: usize, name: Symbol, place: EntityId) -> Option<EntityId> {
        if !self.names.contains(&name) {
            return None;
        }
        *self
            .types
            .borrow_mut()
            .entry((side, place, name))
            .or_insert_with(|| self.scopes[side].resolve_name(name, place))
    }

    /// What an imported name denotes: the type in the model, or the path.
    pub fn imported(&self, side: usize, import: &Import, place: EntityId) -> Symbol {
        match self.scopes[side].resolve_qualified(&import.path, place) {
            Some(id) => self.entity(side, id),
            None => outside(path_of(import)),
        }
    }
}

/// The names that a file imports.
struct Imported<'c> {
    /// The first import of each name, by the name and whether it is a member of a type.
    names: HashMap<(Symbol, bool), &'c Import>,
    /// The packages in which names without an import are searched: the file's own, and wildcard imports.
    packages: Vec<Symbol>,
}

impl<'c> Imported<'c> {
    fn new(file: &'c SourceFile) -> Self {
        let mut names = HashMap::default();
        for import in file.imports.iter().filter(|i| !i.wildcard) {
            if let Some(&name) = import.path.last() {
                names.entry((name, import.members)).or_insert(import);
            }
        }
        let package = Symbol::of_path(file.package.split('.').map(Symbol::of));
        let all = file.imports.iter().filter(|i| i.wildcard && !i.members).map(path_of);
        Imported { names, packages: package.into_iter().chain(all).collect() }
    }
}

/// The key of a path outside of the models.
fn outside(path: Symbol) -> Symbol {
    Symbol::of("path").then(path)
}

fn path_of(import: &Import) -> Symbol {
    Symbol::of_path(import.path.iter().copied()).unwrap_or_default()
}

/// The name of a declaration as written.
pub(super) fn declared_name(model: &Model, id: EntityId) -> Symbol {
    Symbol::of(model.declaration(id).name.as_bytes())
}

/// Numbers that are equal for entities that correspond, directly or through others.
fn corresponding(board: &Board<'_>) -> [Vec<u32>; 2] {
    let count = board.model(BEFORE).len();
    let all = count + board.model(AFTER).len();
    let mut parent: Vec<u32> = (0..all as u32).collect();
    fn root(parent: &mut [u32], mut at: u32) -> u32 {
        while parent[at as usize] != at {
            parent[at as usize] = parent[parent[at as usize] as usize];
            at = parent[at as usize];
        }
        at
    }
    for &(before, after, _) in board.comparison.pairs() {
        let (x, y) = (root(&mut parent, before.0), root(&mut parent, count as u32 + after.0));
        parent[x.max(y) as usize] = x.min(y);
    }
    let roots: Vec<u32> = (0..all as u32).map(|at| root(&mut parent, at)).collect();
    [roots[..count].to_vec(), roots[count..].to_vec()]
}

/// Reads one unit.
struct Reader<'r, 's, 'c> {
    all: &'r Meanings<'s, 'c>,
    model: &'c Model,
    unit: &'c Unit,
    side: usize,
    /// The entity of the unit's first declaration.
    first: EntityId,
    header: Rc<Imported<'c>>,
    found: UnitMeaning,
    dot: Symbol,
    this: Symbol,
}

impl<'r, 's, 'c> Reader<'r, 's, 'c> {
    fn new(all: &'r Meanings<'s, 'c>, model: &'c Model, side: usize, first: EntityId) -> Self {
        let unit = model.unit(first);
        let plain = |token: &Token| Meaning {
            key: token.symbol,
            uses: None,
            declares: None,
            qualifies: None,
            implicit: false,
            inherited: false,
            fixed: false,
        };
        let found =
            UnitMeaning { tokens: unit.tokens.iter().map(plain).collect(), targets: HashMap::default() };
        let this = Symbol::of(model.file(first).lexicon.this);
        let header = all.header(side, model.entity(first).file);
        Reader { all, model, unit, side, first, header, found, dot: Symbol::of("."), this }
    }

    fn read(mut self) -> UnitMeaning {
        self.locals();
        self.types();
        self.accesses();
        self.calls();
        self.declarations();
        self.selves();
        self.found
    }

    /// A renamed variable uses its new name on both sides. Whether its uses denote the same declaration is checked
    /// when tokens are paired.
    fn locals(&mut self) {
        let local = Symbol::of("local");
        let entity = self.model.entity(self.first);
        let name = |declared: &Local| {
            let place = (entity.file, entity.unit, declared.token);
            let renamed = self.all.renamed.get(&place).filter(|_| self.side == BEFORE);
            local.then(renamed.copied().unwrap_or(declared.name))
        };
        for (number, declared) in self.unit.locals.iter().enumerate() {
            let meaning = &mut self.found.tokens[declared.token as usize];
            meaning.key = name(declared);
            meaning.declares = Some(number as u32);
        }
        for used in &self.unit.local_uses {
            let meaning = &mut self.found.tokens[used.token as usize];
            meaning.key = name(&self.unit.locals[used.local as usize]);
            meaning.uses = Some(used.local);
        }
    }

    fn declarations(&mut self) {
        for (number, declaration) in self.unit.declarations.iter().enumerate() {
            let name = Symbol::of(declaration.name.as_bytes());
            let range = declaration.tokens.start as usize..declaration.tokens.end as usize;
            let is_name = |t: &Token| t.role() == Role::Declaration && t.symbol == name;
            if let Some(at) = self.unit.tokens[range.clone()].iter().position(is_name) {
                let key = self.all.entity(self.side, EntityId(self.first.0 + number as u32));
                self.found.tokens[range.start + at].key = key;
            }
        }
    }

    /// The key of the type that contains a token; all types inside bodies share one key.
    fn type_key(&self, token: u32) -> Symbol {
        let around = self.all.uses[self.side].entity_around(self.first, token);
        let is_type = self.model.level(around) == Level::Type;
        let around = if is_type { Some(around) } else { self.model.type_around(around) };
        match around.filter(|&ty| !self.model.is_local(ty)) {
            Some(ty) => self.all.entity(self.side, ty),
            None => Symbol::of("local"),
        }
    }

    /// The object or type that a keyword denotes (`this`, `super`).
    fn selves(&mut self) {
        let above = Symbol::of(self.model.file(self.first).lexicon.above);
        for number in 0..self.unit.tokens.len() {
            let token = &self.unit.tokens[number];
            if token.role() == Role::Keyword && (token.symbol == self.this || token.symbol == above) {
                self.found.tokens[number].key = token.symbol.then(self.type_key(number as u32));
            }
        }
    }

    /// The import of a name into the file.
    fn import(&self, name: Symbol, members: bool) -> Option<&'c Import> {
        self.header.names.get(&(name, members)).copied()
    }

    /// The key of a type outside of the models, if its path is known: by an import, or because another file imports a
    /// type with that name from this file's package or from one of its wildcard imports.
    fn outside_type(&self, name: Symbol) -> Option<Symbol> {
        if let Some(import) = self.import(name, false) {
            return Some(outside(path_of(import)));
        }
        let mut paths = self.header.packages.iter().map(|p| p.then(name));
        paths.find(|path| self.all.imports.contains(path)).map(outside)
    }

    /// The qualifiers of a name: the tokens before it, with their dots.
    fn qualifiers(&self, token: u32) -> std::ops::Range<u32> {
        let mut at = token;
        while at >= 2 && self.unit.tokens[at as usize - 1].symbol == self.dot {
            let role = self.unit.tokens[at as usize - 2].role();
            if !matches!(role, Role::Use | Role::Type | Role::Keyword) {
                break;
            }
            at -= 2;
        }
        at..token
    }

    fn types(&mut self) {
        let tokens = &self.unit.tokens;
        let at = Symbol::of("@");
        let mut names: Vec<u32> = Vec::new();
        for number in 0..tokens.len() {
            let role = tokens[number].role();
            let annotation = role == Role::Annotation && number > 0 && tokens[number - 1].symbol == at;
            if role != Role::Type && !annotation {
                continue;
            }
            let leads = tokens.get(number + 1).is_some_and(|t| t.symbol == self.dot)
                && tokens.get(number + 2).is_some_and(|t| t.role() == Role::Type);
            names.push(number as u32);
            if !leads {
                self.written_type(&names);
                names.clear();
            }
        }
    }

    /// A written type, by the tokens of its names.
    fn written_type(&mut self, path: &[u32]) {
        let (Some(&first), Some(&last)) = (path.first(), path.last()) else { return };
        let symbol = |token: u32| self.unit.tokens[token as usize].symbol;
        let place = self.all.uses[self.side].entity_around(self.first, first);
        let found = if path.len() == 1 {
            self.all.type_named(self.side, symbol(first), place)
        } else if self.all.names.contains(&symbol(last)) {
            let path = path.iter().map(|&t| symbol(t)).collect();
            self.all.scope(self.side).resolve(&TypeUse { path, dimensions: 0 }, place)
        } else {
            None
        };
        match found {
            Some(id) => {
                self.found.tokens[last as usize].key = self.all.entity(self.side, id);
                self.found.tokens[last as usize].fixed = true;
                for token in first..last {
                    self.found.tokens[token as usize].qualifies = Some(last);
                }
            }
            None => {
                if let Some(key) = self.outside_type(symbol(first)) {
                    self.found.tokens[first as usize].key = key;
                }
            }
        }
    }

    fn accesses(&mut self) {
        for access in &self.unit.accesses {
            let uses = &self.all.uses[self.side];
            let known = self.all.names.contains(&access.name);
            if let Some(field) = known.then(|| uses.accessed(self.first, access)).flatten() {
                let meaning = &mut self.found.tokens[access.token as usize];
                meaning.key = self.all.entity(self.side, field);
                meaning.fixed = self.model.declaration(field).modifiers.has(Modifiers::FINAL);
                self.member(access.token, access.receiver, field);
                continue;
            }
            if access.receiver.is_some() {
                continue;
            }
            let place = uses.entity_around(self.first, access.token);
            if let Some(ty) = self.all.type_named(self.side, access.name, place) {
                let meaning = &mut self.found.tokens[access.token as usize];
                (meaning.key, meaning.fixed) = (self.all.entity(self.side, ty), true);
            } else {
                let member = self.import(access.name, true).map(|i| outside(path_of(i)));
                if let Some(key) = member.or_else(|| self.outside_type(access.name)) {
                    self.found.tokens[access.token as usize].key = key;
                }
            }
        }
    }

    /// The qualifier of a known member adds nothing if it is this object or a type.
    fn member(&mut self, token: u32, receiver: Option<u32>, member: EntityId) {
        let shared = self.model.declaration(member).modifiers.has(Modifiers::STATIC);
        let Some(receiver) = receiver else {
            self.found.tokens[token as usize].implicit = !shared;
            return;
        };
        let before = self.qualifiers(token);
        let is_this = matches!(self.unit.exprs[receiver as usize], Expr::This)
            && before.len() == 2
            && self.unit.tokens[before.start as usize].symbol == self.this;
        // An instance method cannot be called on a type, so the name of the type is an edit there.
        let on_type = shared || self.model.level(member) != Level::Method;
        let drop = is_this || on_type && self.all.uses[self.side].is_type_name(self.first, token, receiver);
        if drop {
            self.found.tokens[token as usize].implicit = is_this && !shared;
            for qualifier in before {
                self.found.tokens[qualifier as usize].qualifies = Some(token);
            }
        }
    }

    fn calls(&mut self) {
        for call in &self.unit.calls {
            let constructs = call.form != CallForm::Method && call.form != CallForm::Reference;
            if constructs {
                continue;
            }
            let known = self.all.names.contains(&call.name);
            let mut targets =
                if known { self.all.uses[self.side].call_targets(self.first, call) } else { Vec::new() };
            targets.sort_unstable();
            if let Some(&target) = targets.first() {
                let mut keys: Vec<Symbol> = targets.iter().map(|&t| self.all.entity(self.side, t)).collect();
                keys.sort_unstable();
                keys.dedup();
                let key = Symbol::of_path(keys).unwrap_or_default();
                self.found.tokens[call.token as usize].key = key;
                if call.form == CallForm::Method {
                    self.member(call.token, call.receiver, target);
                }
                self.found.targets.insert(call.token, targets);
            } else if call.receiver.is_none() && call.form == CallForm::Method {
                self.found.tokens[call.token as usize].key = match self.import(call.name, true) {
                    Some(import) => outside(path_of(import)),
                    // It is inherited from an unknown type: use the enclosing type.
                    None => call.name.then(self.type_key(call.token)),
                };
                self.found.tokens[call.token as usize].inherited = true;
            }
        }
    }
}
