//! Resolves calls to methods, and reads and writes to fields; without a build.
//!
//! A call refers to the method that is visible first: in the type of the receiver, then in its supertypes; without a
//! receiver also in the enclosing types of the caller, then among the imported members. If the receiver's type is
//! unknown, the call is ignored, except in languages without written types: there it refers to the only method with
//! that name.

mod overloads;
mod types;

use super::body::{Access, Call, CallForm, Expr, ExprId, TypeUse};
use super::only_ones::OnlyOnes;
use super::{EntityId, EntityKind, Level, Lexicon, Model, Scope, Symbol};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::cell::RefCell;
use types::Ty;

/// The maximum length of a chain such as `a.b().c()`.
const CHAIN_LIMIT: u32 = 24;

/// Resolves calls and accesses of one model.
#[derive(Debug)]
pub struct Uses<'s, 'm> {
    scope: &'s Scope<'m>,
    model: &'m Model,
    /// Cached types of expressions, by the unit's first entity: nested calls ask repeatedly.
    types: RefCell<HashMap<(EntityId, ExprId), Ty>>,
    /// Methods and fields with a unique name.
    named: OnlyOnes,
}

/// A position in a unit: an entity of the unit and a token.
#[derive(Clone, Copy)]
struct Site {
    /// The entity of the unit's first declaration.
    first: EntityId,
    token: u32,
}

/// A call of a known method.
#[derive(Clone, Copy, Debug)]
pub struct CallSite<'m> {
    /// The member that contains it.
    pub caller: EntityId,
    /// The call.
    pub call: &'m Call,
}

impl<'s, 'm> Uses<'s, 'm> {
    /// Prepares resolution in the model of `scope`.
    pub fn new(scope: &'s Scope<'m>) -> Self {
        Uses { scope, model: scope.model(), types: RefCell::default(), named: OnlyOnes::default() }
    }

    /// For each of `targets` its calls by members that `wanted` accepts, in order. A call inside a lambda or an
    /// anonymous type counts as a call by the enclosing member; a method is not its own caller.
    pub fn calls(
        &self,
        targets: &HashSet<EntityId>,
        wanted: impl Fn(EntityId) -> bool,
    ) -> HashMap<EntityId, Vec<CallSite<'m>>> {
        let names: HashSet<Symbol> = targets.iter().map(|&t| self.call_name(t)).collect();
        let mut found: HashMap<EntityId, Vec<CallSite<'m>>> = HashMap::default();
        for (member, first) in self.members().filter(|&(member, _)| wanted(member)) {
            let declaration = self.model.declaration(member);
            for call in self.model.unit(member).calls_in(&declaration.tokens) {
                if !names.contains(&call.name) && !is_constructor_call(call) {
                    continue;
                }
                for target in self.targets(call, Site { first, token: call.token }, 0) {
                    if target != member && targets.contains(&target) {
                        found.entry(target).or_default().push(CallSite { caller: member, call });
                    }
                }
            }
        }
        found
    }

    /// For each of `targets` the members that access it, with the access, in order.
    pub fn accesses(&self, targets: &HashSet<EntityId>) -> HashMap<EntityId, Vec<(EntityId, &'m Access)>> {
        let names: HashSet<Symbol> = targets.iter().map(|&t| self.model.name(t)).collect();
        let mut found: HashMap<EntityId, Vec<(EntityId, &'m Access)>> = HashMap::default();
        for (member, first) in self.members() {
            let declaration = self.model.declaration(member);
            for access in self.model.unit(member).accesses_in(&declaration.tokens) {
                if !names.contains(&access.name) {
                    continue;
                }
                let field = self.field(access.name, access.receiver, Site { first, token: access.token }, 0);
                if let Some(field) = field.filter(|f| targets.contains(f)) {
                    found.entry(field).or_default().push((member, access));
                }
            }
        }
        found
    }

    /// The methods that a call in the unit of `first` may refer to.
    pub(crate) fn call_targets(&self, first: EntityId, call: &Call) -> Vec<EntityId> {
        self.targets(call, Site { first, token: call.token }, 0)
    }

    /// The field that an access in the unit of `first` refers to.
    pub(crate) fn accessed(&self, first: EntityId, access: &Access) -> Option<EntityId> {
        self.field(access.name, access.receiver, Site { first, token: access.token }, 0)
    }

    /// Whether an expression is only the name of a type.
    pub(crate) fn is_type_name(&self, first: EntityId, token: u32, expr: ExprId) -> bool {
        let site = Site { first, token };
        match &self.model.unit(first).exprs[expr as usize] {
            Expr::Name(name) => {
                self.field(*name, None, site, 0).is_none()
                    && self.scope.resolve_name(*name, self.entity_at(site)).is_some()
            }
            Expr::Field { of, name } => match self.type_of(*of, site, 1) {
                Ty::Known(owner) => self.field_in(owner, *name).is_none(),
                _ => self.qualified(expr, site).is_some(),
            },
            _ => false,
        }
    }

    /// Whether the type of an expression is known, and is exactly `wanted`, as written at `place`.
    pub(crate) fn has_type(
        &self,
        first: EntityId,
        token: u32,
        expr: ExprId,
        wanted: &TypeUse,
        place: EntityId,
    ) -> bool {
        let unit = self.model.unit(first);
        if let Expr::Local(local) = &unit.exprs[expr as usize]
            && let Some(ty) = unit.locals[*local as usize].ty
            && unit.types[ty as usize] == *wanted
        {
            return true;
        }
        match self.type_of(expr, Site { first, token }, 0) {
            Ty::Known(given) => wanted.dimensions == 0 && self.scope.resolve(wanted, place) == Some(given),
            Ty::Written(given) => {
                given.dimensions == wanted.dimensions
                    && given.simple() == wanted.simple()
                    && self.scope.resolve(wanted, place).is_none()
            }
            Ty::Unknown => false,
        }
    }

    /// The innermost entity that contains a token of the unit of `first`.
    pub(crate) fn entity_around(&self, first: EntityId, token: u32) -> EntityId {
        self.entity_at(Site { first, token })
    }

    /// Every member that is not nested in another one, with the first entity of its unit.
    fn members(&self) -> impl Iterator<Item = (EntityId, EntityId)> + '_ {
        self.model.ids().filter_map(|id| {
            let entity = self.model.entity(id);
            let declaration = self.model.declaration(id);
            let is_member = declaration.parent.is_none() && declaration.kind.level() != Level::Type;
            is_member.then(|| (id, EntityId(id.0 - entity.declaration)))
        })
    }

    /// The name by which a method is called: for a constructor, the name of its type.
    fn call_name(&self, target: EntityId) -> Symbol {
        match (self.model.kind(target), self.model.container(target)) {
            (EntityKind::Constructor, Some(made)) if self.creates_by_call(target) => self.model.name(made),
            (EntityKind::Constructor, _) => Symbol::of(self.model.declaration(target).name.as_bytes()),
            _ => self.model.name(target),
        }
    }

    /// Whether objects are created by calling their type, without a keyword.
    fn creates_by_call(&self, place: EntityId) -> bool {
        self.model.file(place).lexicon.create.is_empty()
    }

    /// The methods that a call may refer to: one, or several that only the types of arguments could tell apart.
    fn targets(&self, call: &Call, site: Site, depth: u32) -> Vec<EntityId> {
        let around = self.type_at(site);
        match call.form {
            CallForm::New => {
                let unit = self.model.unit(site.first);
                let created = call.created.map(|ty| &unit.types[ty as usize]);
                let created = created.and_then(|ty| self.scope.resolve(ty, self.entity_at(site)));
                created.map_or(Vec::new(), |t| self.pick(self.constructors(t), call, site, depth))
            }
            CallForm::ThisConstructor => {
                around.map_or(Vec::new(), |t| self.pick(self.constructors(t), call, site, depth))
            }
            CallForm::SuperConstructor => {
                let parent = around.and_then(|t| self.scope.supertypes(t).first().copied());
                parent.map_or(Vec::new(), |t| self.pick(self.constructors(t), call, site, depth))
            }
            CallForm::Method | CallForm::Reference => match call.receiver {
                Some(receiver) => match self.type_of(receiver, site, depth + 1) {
                    Ty::Known(of) => {
                        let found = self.in_lineage(of, call, site, depth);
                        let found = if found.is_empty() { self.made(of, call, site, depth) } else { found };
                        if found.is_empty() { self.outside(call, site, depth) } else { found }
                    }
                    Ty::Unknown if self.lexicon(site).untyped => {
                        self.pick(self.named.method(self.model, call.name), call, site, depth)
                    }
                    Ty::Written(_) => self.outside(call, site, depth),
                    Ty::Unknown => Vec::new(),
                },
                None => self.visible(call, site, depth),
            },
        }
    }

    fn lexicon(&self, site: Site) -> &'static Lexicon {
        self.model.file(site.first).lexicon
    }

    /// The constructors of the type that a call names, a member of `of`.
    fn made(&self, of: EntityId, call: &Call, site: Site, depth: u32) -> Vec<EntityId> {
        let made = self.scope.member_type(of, call.name).filter(|_| self.creates_by_call(site.first));
        made.map_or(Vec::new(), |made| self.pick(self.constructors(made), call, site, depth))
    }

    /// The methods that a call without a receiver may refer to: those of the enclosing types, from the inside out,
    /// then those of imported members.
    fn visible(&self, call: &Call, site: Site, depth: u32) -> Vec<EntityId> {
        let mut at = Some(self.entity_at(site));
        while let Some(of) = at {
            let found =
                if self.sees_members(of, site) { self.in_lineage(of, call, site, depth) } else { Vec::new() };
            if !found.is_empty() {
                return found;
            }
            at = self.model.container(of);
        }
        for of in self.imported_owners(call.name, site) {
            let found = self.in_lineage(of, call, site, depth);
            if !found.is_empty() {
                return found;
            }
        }
        let outside = self.outside(call, site, depth);
        if !outside.is_empty() {
            return outside;
        }
        if self.creates_by_call(site.first)
            && let Some(made) = self.scope.resolve_name(call.name, self.entity_at(site))
        {
            return self.pick(self.constructors(made), call, site, depth);
        }
        // It may be called on an implicit object.
        let words = self.lexicon(site);
        if words.untyped && !words.members_need_receiver {
            return self.pick(self.named.method(self.model, call.name), call, site, depth);
        }
        Vec::new()
    }

    /// The functions of packages that a call may refer to.
    fn outside(&self, call: &Call, site: Site, depth: u32) -> Vec<EntityId> {
        let modules = self.scope.modules_seen(site.first, call.name).into_iter();
        let mut found = modules.map(|of| self.in_lineage(of, call, site, depth));
        found.find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// Whether members of `of` are visible unqualified at a place inside it.
    fn sees_members(&self, of: EntityId, site: Site) -> bool {
        match self.model.level(of) {
            Level::Type => self.model.kind(of).is_module() || !self.lexicon(site).members_need_receiver,
            Level::Method => true,
            Level::Field => false,
        }
    }

    /// The types from which the file imports a member `name`.
    fn imported_owners(&self, name: Symbol, site: Site) -> Vec<EntityId> {
        let imports = &self.model.file(site.first).imports;
        let owners = imports.iter().filter(|i| i.members).filter_map(|i| {
            let path = if i.wildcard {
                &i.path[..]
            } else {
                let (last, owner) = i.path.split_last()?;
                (i.alias.unwrap_or(*last) == name).then_some(owner)?
            };
            self.scope.resolve(&TypeUse { path: path.into(), dimensions: 0 }, site.first)
        });
        owners.collect()
    }

    fn in_lineage(&self, of: EntityId, call: &Call, site: Site, depth: u32) -> Vec<EntityId> {
        for owner in self.scope.lineage(of) {
            let named =
                |&id: &EntityId| self.model.kind(id).is_called_by_name() && self.model.name(id) == call.name;
            let methods = self.model.children(owner).iter().copied().filter(named).collect();
            let found = self.pick(methods, call, site, depth);
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// The constructors of a type: its own, or where constructors are inherited, those of the nearest supertype.
    fn constructors(&self, of: EntityId) -> Vec<EntityId> {
        let own = |of: EntityId| -> Vec<EntityId> {
            let children = self.model.children(of).iter().copied();
            children.filter(|&id| self.model.kind(id) == EntityKind::Constructor).collect()
        };
        let found = own(of);
        if !found.is_empty() || !self.model.file(of).lexicon.inherits_constructors {
            return found;
        }
        self.scope.lineage(of).into_iter().map(own).find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// The field that a name refers to.
    fn field(&self, name: Symbol, receiver: Option<ExprId>, site: Site, depth: u32) -> Option<EntityId> {
        if let Some(receiver) = receiver {
            return match self.type_of(receiver, site, depth + 1) {
                Ty::Known(of) => self.field_in(of, name),
                Ty::Unknown if self.lexicon(site).untyped => self.named.field(self.model, name),
                _ => None,
            };
        }
        let mut at = self.type_at(site);
        while let Some(of) = at {
            if self.sees_members(of, site)
                && let Some(found) = self.field_in(of, name)
            {
                return Some(found);
            }
            at = self.model.type_around(of);
        }
        self.imported_owners(name, site).into_iter().find_map(|of| self.field_in(of, name))
    }

    fn field_in(&self, of: EntityId, name: Symbol) -> Option<EntityId> {
        self.scope.lineage(of).into_iter().find_map(|owner| {
            let named =
                |&&id: &&EntityId| self.model.level(id) == Level::Field && self.model.name(id) == name;
            self.model.children(owner).iter().find(named).copied()
        })
    }

    /// The innermost entity of the unit that contains a token.
    fn entity_at(&self, site: Site) -> EntityId {
        let declarations = &self.model.unit(site.first).declarations;
        let mut at = declarations.partition_point(|d| d.tokens.start <= site.token).saturating_sub(1);
        loop {
            let declaration = &declarations[at];
            match declaration.parent {
                Some(parent) if declaration.tokens.end <= site.token => at = parent as usize,
                _ => return EntityId(site.first.0 + at as u32),
            }
        }
    }

    /// The entity with the members of the object that a function is called on: the enclosing type or, if there is
    /// none, the container of the function.
    fn object_at(&self, site: Site) -> Option<EntityId> {
        match self.type_at(site) {
            Some(of) if self.model.kind(of).is_module() => self.model.container(self.entity_at(site)),
            of => of,
        }
    }

    /// The innermost type that contains a token.
    fn type_at(&self, site: Site) -> Option<EntityId> {
        let entity = self.entity_at(site);
        if self.model.level(entity) == Level::Type { Some(entity) } else { self.model.type_around(entity) }
    }
}

fn is_constructor_call(call: &Call) -> bool {
    matches!(call.form, CallForm::ThisConstructor | CallForm::SuperConstructor)
}
