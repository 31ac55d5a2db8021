//! Who calls whom, and who reads or writes which field; resolved without a build.
//!
//! A call means the method that the caller can see first: in the type of the receiver, then its supertypes; without
//! a receiver also in the types around the caller, then among the imported members. Where the receiver's type
//! cannot be told, there is no call, unless types are not written at all in the language: then it is the only method of
//! the name.

mod overloads;
mod types;

use super::body::{Access, Call, CallForm, Expr, ExprId, TypeUse};
use super::only_ones::OnlyOnes;
use super::{EntityId, EntityKind, Level, Lexicon, Model, Scope, Symbol};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::cell::RefCell;
use types::Ty;

/// How far a chain such as `a.b().c()` is followed.
const CHAIN_LIMIT: u32 = 24;

/// Resolves calls and accesses of one model.
#[derive(Debug)]
pub struct Uses<'s, 'm> {
    scope: &'s Scope<'m>,
    model: &'m Model,
    /// Types of expressions that were asked for, by the unit's first entity: nested calls ask again and again.
    types: RefCell<HashMap<(EntityId, ExprId), Ty>>,
    /// What has a name that nothing else has.
    named: OnlyOnes,
}

/// A place in a unit: an entity of the unit and a token there.
#[derive(Clone, Copy)]
struct Site {
    /// The entity of the unit's first declaration.
    first: EntityId,
    token: u32,
}

/// A call of a method that is known.
#[derive(Clone, Copy, Debug)]
pub struct CallSite<'m> {
    /// The member that it stands in.
    pub caller: EntityId,
    /// The call.
    pub call: &'m Call,
}

impl<'s, 'm> Uses<'s, 'm> {
    /// Prepares resolution in the model of `scope`.
    pub fn new(scope: &'s Scope<'m>) -> Self {
        Uses { scope, model: scope.model(), types: RefCell::default(), named: OnlyOnes::default() }
    }

    /// For each of `targets` the calls of it by members that `wanted` accepts, in order. A call inside a lambda or an
    /// anonymous type is a call by the member around it; a method is not its own caller.
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

    /// The methods that a call of the unit of `first` may mean.
    pub(crate) fn call_targets(&self, first: EntityId, call: &Call) -> Vec<EntityId> {
        self.targets(call, Site { first, token: call.token }, 0)
    }

    /// The field that an access in the unit of `first` means.
    pub(crate) fn accessed(&self, first: EntityId, access: &Access) -> Option<EntityId> {
        self.field(access.name, access.receiver, Site { first, token: access.token }, 0)
    }

    /// Whether an expression is nothing but the name of a type.
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

    /// Whether the type of an expression is known, and is just `wanted`, as it is written at `place`.
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

    /// The innermost entity around a token of the unit of `first`.
    pub(crate) fn entity_around(&self, first: EntityId, token: u32) -> EntityId {
        self.entity_at(Site { first, token })
    }

    /// Every member that is not inside another one, with the first entity of its unit.
    fn members(&self) -> impl Iterator<Item = (EntityId, EntityId)> + '_ {
        self.model.ids().filter_map(|id| {
            let entity = self.model.entity(id);
            let declaration = self.model.declaration(id);
            let is_member = declaration.parent.is_none() && declaration.kind.level() != Level::Type;
            is_member.then(|| (id, EntityId(id.0 - entity.declaration)))
        })
    }

    /// The name by which calls name a method: a constructor is called by its type's name.
    fn call_name(&self, target: EntityId) -> Symbol {
        match (self.model.kind(target), self.model.container(target)) {
            (EntityKind::Constructor, Some(made)) if self.creates_by_call(target) => self.model.name(made),
            (EntityKind::Constructor, _) => Symbol::of(self.model.declaration(target).name.as_bytes()),
            _ => self.model.name(target),
        }
    }

    /// Whether an object is made by calling its type, without a word that says so.
    fn creates_by_call(&self, place: EntityId) -> bool {
        self.model.file(place).lexicon.create.is_empty()
    }

    /// The methods that a call may mean: one, or several that only the types of arguments could tell apart.
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

    /// The methods that a call without a receiver may mean: those of the types around it, from the inside out, then
    /// those of imported members.
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
        // It may be called on an object that nobody names.
        let words = self.lexicon(site);
        if words.untyped && !words.members_need_receiver {
            return self.pick(self.named.method(self.model, call.name), call, site, depth);
        }
        Vec::new()
    }

    /// The functions of packages that a call may mean.
    fn outside(&self, call: &Call, site: Site, depth: u32) -> Vec<EntityId> {
        let modules = self.scope.modules_seen(site.first, call.name).into_iter();
        let mut found = modules.map(|of| self.in_lineage(of, call, site, depth));
        found.find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// Whether what stands inside `of` is seen from a place in it by its bare name.
    fn sees_members(&self, of: EntityId, site: Site) -> bool {
        match self.model.level(of) {
            Level::Type => self.model.kind(of).is_module() || !self.lexicon(site).members_need_receiver,
            Level::Method => true,
            Level::Field => false,
        }
    }

    /// The types whose member `name` the file imports.
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

    /// What makes objects of a type: its own constructors, or where types inherit those, the nearest above.
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

    /// The field that a name means.
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

    /// The innermost entity of the unit around a token.
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

    /// What the object that a function is called on has: the members of the type around it, or, where it is in none, what
    /// stands beside the function.
    fn object_at(&self, site: Site) -> Option<EntityId> {
        match self.type_at(site) {
            Some(of) if self.model.kind(of).is_module() => self.model.container(self.entity_at(site)),
            of => of,
        }
    }

    /// The innermost type around a token.
    fn type_at(&self, site: Site) -> Option<EntityId> {
        let entity = self.entity_at(site);
        if self.model.level(entity) == Level::Type { Some(entity) } else { self.model.type_around(entity) }
    }
}

fn is_constructor_call(call: &Call) -> bool {
    matches!(call.form, CallForm::ThisConstructor | CallForm::SuperConstructor)
}
