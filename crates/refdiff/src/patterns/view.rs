//! One side, seen from the other: its members, who calls whom, and what stands in a method.

use crate::correspondence::{Body, Renames};
use crate::model::{
    Call, EntityId, EntityKind, Expr, ExprId, Level, Model, Modifiers, NodeKind, Role, Scope, Symbol,
    TypeUse, Unit, Uses,
};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// One side, seen from the other.
pub(crate) struct View<'c> {
    pub model: &'c Model,
    partners: Partners,
    /// Methods with another text than on the other side, and those without a partner there.
    changed: Vec<EntityId>,
    scope: &'c OnceCell<Scope<'c>>,
    uses: OnceCell<Uses<'c, 'c>>,
    calls: OnceCell<HashMap<Symbol, Vec<(EntityId, u32)>>>,
    bodies: RefCell<HashMap<EntityId, Rc<Body>>>,
    resolved: RefCell<HashMap<Symbol, Rc<[Resolved<'c>]>>>,
    values: OnceCell<HashMap<EntityId, Vec<EntityId>>>,
    givers: RefCell<HashMap<EntityId, Rc<Givers>>>,
}

/// The names of methods that only give a field, by the field.
pub(super) type Givers = HashMap<Symbol, Vec<Symbol>>;

/// A method, a call in it, and the methods that this may mean.
type Resolved<'c> = (EntityId, &'c Call, Vec<EntityId>);

/// The partners of entities, in their order.
pub(super) struct Partners(Vec<EntityId>, Vec<EntityId>);

impl Partners {
    pub fn new(pairs: impl Iterator<Item = (EntityId, EntityId)>) -> Self {
        let mut pairs: Vec<(EntityId, EntityId)> = pairs.collect();
        pairs.sort_by_key(|pair| pair.0);
        let (own, others) = pairs.into_iter().unzip();
        Partners(own, others)
    }

    fn of(&self, id: EntityId) -> &[EntityId] {
        let from = self.0.partition_point(|&own| own < id);
        let count = self.0[from..].iter().take_while(|&&own| own == id).count();
        &self.1[from..from + count]
    }
}

impl<'c> View<'c> {
    /// `changed` are the matched methods whose texts differ.
    pub(super) fn new(
        model: &'c Model,
        partners: Partners,
        mut changed: Vec<EntityId>,
        scope: &'c OnceCell<Scope<'c>>,
    ) -> Self {
        changed.extend(model.ids_of(Level::Method).filter(|&id| partners.of(id).is_empty()));
        changed.sort_unstable();
        changed.dedup();
        View {
            model,
            partners,
            changed,
            scope,
            uses: OnceCell::new(),
            calls: OnceCell::new(),
            bodies: RefCell::default(),
            resolved: RefCell::default(),
            values: OnceCell::new(),
            givers: RefCell::default(),
        }
    }

    pub fn scope(&self) -> &'c Scope<'c> {
        self.scope.get_or_init(|| Scope::new(self.model))
    }

    pub fn uses(&self) -> &Uses<'c, 'c> {
        self.uses.get_or_init(|| Uses::new(self.scope()))
    }

    pub fn partners(&self, id: EntityId) -> &[EntityId] {
        self.partners.of(id)
    }

    pub fn partner(&self, id: EntityId) -> Option<EntityId> {
        self.partners(id).first().copied()
    }

    /// Whether nothing on the other side is the same.
    pub fn is_alone(&self, id: EntityId) -> bool {
        self.partners.of(id).is_empty()
    }

    /// The entities of a level that are on this side alone, without what is local to a body.
    pub fn alone(&self, level: Level) -> impl Iterator<Item = EntityId> + '_ {
        self.model.ids_of(level).filter(|&id| self.is_alone(id) && !self.model.is_local(id))
    }

    /// The fields of a type that have a value and are on this side alone.
    pub fn valued_fields(&self, owner: EntityId) -> &[EntityId] {
        let values = self.values.get_or_init(|| {
            let mut all: HashMap<EntityId, Vec<EntityId>> = HashMap::default();
            let fields = self.model.ids_of(Level::Field).filter(|&id| self.is_alone(id));
            for id in
                fields.filter(|&id| self.model.kind(id) == EntityKind::Field && self.model.body(id).is_some())
            {
                if let Some(owner) = self.model.container(id) {
                    all.entry(owner).or_default().push(id);
                }
            }
            all
        });
        values.get(&owner).map_or(&[], Vec::as_slice)
    }

    /// The members of a type.
    pub fn members(&self, of: EntityId, level: Level) -> impl Iterator<Item = EntityId> + '_ {
        self.model.children(of).iter().copied().filter(move |&id| self.model.level(id) == level)
    }

    pub fn unit(&self, id: EntityId) -> &'c Unit {
        self.model.unit(id)
    }

    /// The type around a member, or the module.
    pub fn owner(&self, member: EntityId) -> Option<EntityId> {
        self.model.type_around(member)
    }

    pub fn key(&self, id: EntityId) -> String {
        self.model.key(id)
    }

    pub fn name(&self, id: EntityId) -> &'c str {
        &self.model.declaration(id).name
    }

    /// The calls in a method.
    pub fn calls(&self, method: EntityId) -> &'c [Call] {
        self.unit(method).calls_in(&self.model.declaration(method).tokens)
    }

    /// The methods that a call in `member` may mean.
    pub fn targets(&self, member: EntityId, call: &Call) -> Vec<EntityId> {
        self.uses().call_targets(self.first(member), call)
    }

    fn first(&self, member: EntityId) -> EntityId {
        EntityId(member.0 - self.model.entity(member).declaration)
    }

    /// The changed methods with a call of this name, each with the call.
    pub fn calls_of(&self, name: Symbol) -> impl Iterator<Item = (EntityId, &'c Call)> + '_ {
        let calls = self.calls.get_or_init(|| {
            let mut all: HashMap<Symbol, Vec<(EntityId, u32)>> = HashMap::default();
            for &method in &self.changed {
                for (number, call) in self.calls(method).iter().enumerate() {
                    all.entry(call.name).or_default().push((method, number as u32));
                }
            }
            all
        });
        let found = calls.get(&name).into_iter().flatten();
        found.map(|&(method, number)| (method, &self.calls(method)[number as usize]))
    }

    /// The changed methods that call a method, each with the call: also where the receiver is unknown, if the number
    /// of arguments fits.
    pub fn callers(&self, target: EntityId) -> Vec<(EntityId, &'c Call)> {
        let parameters = self.model.parameters(target).len();
        let name = self.model.name(target);
        let known = self.resolved.borrow().get(&name).cloned();
        let resolved = known.unwrap_or_else(|| {
            let calls = self.calls_of(name).take(CALLS);
            let all = calls.map(|(method, call)| (method, call, self.targets(method, call)));
            let all: Rc<[Resolved<'c>]> = all.collect();
            self.resolved.borrow_mut().insert(name, all.clone());
            all
        });
        let means = |(method, call, targets): &&Resolved<'c>| match targets.is_empty() {
            _ if *method == target => false,
            true => call.arguments.len() == parameters && call.receiver.is_some(),
            false => targets.contains(&target),
        };
        let found = resolved.iter().filter(means).take(CALLERS);
        found.map(|(method, call, _)| (*method, *call)).collect()
    }

    /// Whether a method is bound to no object: it may be called by its type or its module.
    pub fn is_shared(&self, method: EntityId) -> bool {
        let declaration = self.model.declaration(method);
        declaration.modifiers.has(Modifiers::STATIC) || declaration.kind == EntityKind::Function
    }

    /// The literal that is the whole value of a field.
    pub fn literal(&self, field: EntityId) -> Option<Symbol> {
        let tokens = &self.unit(field).tokens;
        let value = self.model.body(field)?;
        let value = &tokens[value.start as usize..value.end as usize];
        match value {
            [literal] if literal.role() == Role::Literal => Some(literal.symbol),
            [_, literal] if value[0].role() == Role::Punctuation && literal.role() == Role::Literal => {
                Some(literal.symbol)
            }
            _ => None,
        }
    }

    /// Whether a field cannot change: by what it declares, or by a name in capitals.
    pub fn is_constant(&self, field: EntityId) -> bool {
        let declaration = self.model.declaration(field);
        let (name, modifiers) = (&declaration.name, declaration.modifiers);
        declaration.kind == EntityKind::Field
            && (modifiers.has(Modifiers::FINAL) && modifiers.has(Modifiers::STATIC)
                || name.chars().any(char::is_alphabetic) && !name.chars().any(char::is_lowercase))
    }

    /// Whether a field has a type that holds a mere code: a number or a text. Where no type is written it may.
    pub fn is_code(&self, field: EntityId) -> bool {
        let declaration = self.model.declaration(field);
        let (ty, lexicon) = (&*declaration.type_key, self.model.file(field).lexicon);
        let whole = declaration.ty.as_ref().is_none_or(|ty| ty.dimensions == 0) && !ty.ends_with(']');
        declaration.kind == EntityKind::Field
            && whole
            && (ty.is_empty() && (lexicon.untyped || self.literal(field).is_some())
                || lexicon.numbers.contains(&ty)
                || ty == lexicon.text && !ty.is_empty())
    }

    /// The type that is written in a declaration, if it is in the model.
    pub fn declared_type(&self, id: EntityId) -> Option<EntityId> {
        self.resolve(self.model.declaration(id).ty.as_ref()?, id)
    }

    pub fn resolve(&self, ty: &TypeUse, place: EntityId) -> Option<EntityId> {
        if ty.dimensions > 0 { None } else { self.scope().resolve(ty, place) }
    }

    /// The types directly below a type.
    pub fn subtypes(&self, of: EntityId) -> Vec<EntityId> {
        let all = self.model.ids_of(Level::Type);
        all.filter(|&id| self.scope().supertypes(id).contains(&of)).collect()
    }

    /// Whether a name stands in the text of a type.
    pub fn mentions(&self, of: EntityId, name: Symbol) -> bool {
        let has = |id: EntityId| {
            let range = self.model.declaration(id).tokens.clone();
            let tokens = &self.unit(id).tokens[range.start as usize..range.end as usize];
            tokens.iter().any(|t| t.symbol == name)
        };
        has(of) || self.model.children(of).iter().any(|&member| has(member))
    }

    /// The name of the field that a symbol means in a method, as far as it is in the model.
    pub fn named(&self, method: EntityId, name: Symbol) -> Option<&'c str> {
        let mut owner = self.owner(method);
        while let Some(of) = owner {
            let field = self.members(of, Level::Field).find(|&f| self.model.name(f) == name);
            if let Some(field) = field {
                return Some(self.name(field));
            }
            owner = self.owner(of);
        }
        None
    }

    /// The statements of a method.
    pub fn body(&self, method: EntityId) -> Rc<Body> {
        if let Some(known) = self.bodies.borrow().get(&method) {
            return known.clone();
        }
        let body = Rc::new(Body::of(self.model, method, &Renames::default()));
        let mut known = self.bodies.borrow_mut();
        if known.len() >= KEPT {
            known.clear();
        }
        known.insert(method, body.clone());
        body
    }

    /// The one statement of a short method.
    pub fn only_statement(&self, method: EntityId) -> Option<Rc<Body>> {
        let tokens = self.model.body(method)?;
        let body = (tokens.len() <= SHORT).then(|| self.body(method))?;
        (body.len() == 1).then_some(body)
    }

    /// Whether a token belongs to a method itself, and not to a type or function inside it.
    pub fn is_own(&self, method: EntityId, token: u32) -> bool {
        let unit = self.unit(method);
        let declaration = self.model.entity(method).declaration as usize;
        let inner = unit.declarations[declaration + 1..].iter().any(|d| d.tokens.contains(&token));
        let lambda = |n: &crate::model::Node| n.kind == NodeKind::Lambda && n.tokens.contains(&token);
        unit.declarations[declaration].tokens.contains(&token) && !inner && !unit.nodes.iter().any(lambda)
    }

    /// The field that is all that a method gives.
    pub fn gives(&self, method: EntityId) -> Option<Symbol> {
        let body = self.only_statement(method)?;
        let only = &body.all[0];
        match &only.words[only.core.clone()] {
            [word] if only.kind == NodeKind::Return && word.role == Role::Use && !word.local => {
                Some(word.symbol)
            }
            _ => None,
        }
    }

    /// The methods of a type that only give a field.
    pub fn givers(&self, owner: EntityId) -> Rc<Givers> {
        if let Some(known) = self.givers.borrow().get(&owner) {
            return known.clone();
        }
        let mut all = Givers::default();
        for method in self.members(owner, Level::Method) {
            if let Some(field) = self.gives(method) {
                all.entry(field).or_default().push(self.model.name(method));
            }
        }
        let all = Rc::new(all);
        self.givers.borrow_mut().insert(owner, all.clone());
        all
    }

    /// The last name of the type that is written for the variable or field that a token denotes.
    pub fn written_type(&self, method: EntityId, token: u32) -> Option<Symbol> {
        let unit = self.unit(method);
        if let Some(used) = unit.local_uses.iter().find(|u| u.token == token) {
            return unit.types.get(unit.locals[used.local as usize].ty? as usize)?.simple();
        }
        let access = unit.accesses.iter().find(|a| a.token == token)?;
        let field = self.uses().accessed(self.first(method), access)?;
        self.model.declaration(field).ty.as_ref()?.simple()
    }

    /// Methods with another text than on the other side, and those that are on this side alone.
    pub fn all_changed(&self) -> &[EntityId] {
        &self.changed
    }

    /// The same without what is local to a body.
    pub fn changed(&self) -> impl Iterator<Item = EntityId> + '_ {
        self.changed.iter().copied().filter(|&id| !self.model.is_local(id))
    }

    /// Whether a method has another text than on the other side, or is on this side alone.
    pub fn is_changed(&self, method: EntityId) -> bool {
        self.changed.binary_search(&method).is_ok()
    }

    /// The call or field that is the whole value of a variable, as a path.
    pub fn value_path(&self, unit: &Unit, local: u32) -> Option<Vec<Symbol>> {
        let declared = unit.locals.get(local as usize)?.token;
        let statement = unit.statement_at(declared)?.tokens.clone();
        let ends = |end: u32| end + 1 >= statement.end;
        let call =
            unit.calls_in(&statement).iter().rev().find(|c| c.arguments.is_empty() && ends(c.tokens.end));
        let access = || unit.accesses_in(&statement).last().filter(|a| ends(a.token + 1));
        let (receiver, name) = match call {
            Some(call) => (call.receiver?, call.name),
            None => access().and_then(|a| Some((a.receiver?, a.name)))?,
        };
        let mut path = self.path(unit, receiver)?;
        path.push(name);
        Some(path)
    }

    /// The name at the root of an expression, and the members that are asked one after the other from there:
    /// `a.b().c` is `a`, then `b`, `c`. The object itself is left out.
    pub fn path(&self, unit: &Unit, expr: ExprId) -> Option<Vec<Symbol>> {
        let mut names = Vec::new();
        let mut at = expr;
        for _ in 0..LONGEST_PATH {
            match &unit.exprs[at as usize] {
                Expr::This => break,
                Expr::Local(local) => {
                    names.push(unit.locals[*local as usize].name);
                    break;
                }
                Expr::Name(name) => {
                    names.push(*name);
                    break;
                }
                Expr::Field { of, name } => {
                    names.push(*name);
                    at = *of;
                }
                Expr::Call(call) => {
                    let call = &unit.calls[*call as usize];
                    if !call.arguments.is_empty() {
                        return None;
                    }
                    names.push(call.name);
                    match call.receiver {
                        Some(receiver) => at = receiver,
                        None => break,
                    }
                }
                _ => return None,
            }
        }
        names.reverse();
        Some(names)
    }

    /// The names of the fields that a method writes, of its own object.
    pub fn writes(&self, method: EntityId) -> HashSet<Symbol> {
        let Some(body) = self.model.body(method) else { return HashSet::default() };
        let unit = self.unit(method);
        let own = |receiver: Option<ExprId>| receiver.is_none_or(|r| unit.exprs[r as usize] == Expr::This);
        unit.accesses_in(&body).iter().filter(|a| a.write && own(a.receiver)).map(|a| a.name).collect()
    }
}

/// So many bodies and correspondences are kept: finders ask for the same ones shortly one after the other.
pub(super) const KEPT: usize = 64;

/// A method of one statement with more tokens does more than to give something or to pass something on.
const SHORT: usize = 40;

/// So many calls of a name are resolved.
const CALLS: usize = 1024;

/// So many callers of a method are looked at.
const CALLERS: usize = 64;

/// So many members are asked one after the other in an expression.
const LONGEST_PATH: usize = 8;
