//! The types of expressions, as far as they are written or can be derived.

use super::{CHAIN_LIMIT, Site, Uses};
use crate::model::body::{Expr, ExprId, TypeUse};
use crate::model::{EntityId, EntityKind};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    /// A type of the model.
    Known(EntityId),
    /// A written type that is not part of the model (or an array).
    Written(TypeUse),
    Unknown,
}

impl Uses<'_, '_> {
    pub(super) fn type_of(&self, expr: ExprId, site: Site, depth: u32) -> Ty {
        if depth > CHAIN_LIMIT {
            return Ty::Unknown;
        }
        if let Some(ty) = self.types.borrow().get(&(site.first, expr)) {
            return ty.clone();
        }
        let ty = self.find_type(expr, site, depth);
        self.types.borrow_mut().insert((site.first, expr), ty.clone());
        ty
    }

    fn find_type(&self, expr: ExprId, site: Site, depth: u32) -> Ty {
        let unit = self.model.unit(site.first);
        let here = self.entity_at(site);
        let known = |found: Option<EntityId>| found.map_or(Ty::Unknown, Ty::Known);
        match &unit.exprs[expr as usize] {
            Expr::This => known(self.object_at(site)),
            Expr::OuterThis(name) => known(self.scope.resolve_name(*name, here)),
            Expr::Super => known(self.type_at(site).and_then(|t| self.scope.supertypes(t).first().copied())),
            Expr::Local(local) => {
                let local = &unit.locals[*local as usize];
                match (local.ty, local.value) {
                    (Some(ty), _) => self.written(&unit.types[ty as usize], here),
                    (None, Some(value)) if value != expr => self.type_of(value, site, depth + 1),
                    _ => Ty::Unknown,
                }
            }
            Expr::Name(name) => match self.field(*name, None, site, depth + 1) {
                Some(field) => self.declared(field),
                None => known(self.scope.resolve_name(*name, here)),
            },
            Expr::Field { of, name } => match self.type_of(*of, site, depth + 1) {
                Ty::Known(owner) => match self.field_in(owner, *name) {
                    Some(field) => self.declared(field),
                    None => known(self.scope.member_type(owner, *name)),
                },
                _ => known(self.qualified(expr, site)),
            },
            Expr::Call(call) => {
                let call = &unit.calls[*call as usize];
                let targets = self.targets(call, site, depth + 1);
                match targets.first() {
                    Some(&made) if self.model.kind(made) == EntityKind::Constructor => {
                        known(self.model.container(made))
                    }
                    Some(&method) => self.declared(method),
                    // A type without its own constructor.
                    None if call.receiver.is_none() && self.creates_by_call(site.first) => {
                        known(self.scope.resolve_name(call.name, here))
                    }
                    None => Ty::Unknown,
                }
            }
            Expr::Typed(ty) => self.written(&unit.types[*ty as usize], here),
            Expr::Element(of) => match self.type_of(*of, site, depth + 1) {
                Ty::Written(ty) if ty.dimensions > 0 => {
                    self.written(&TypeUse { path: ty.path, dimensions: ty.dimensions - 1 }, here)
                }
                _ => Ty::Unknown,
            },
            Expr::Unknown => Ty::Unknown,
        }
    }

    /// A qualified type name in an expression: `a.b.C.m()`.
    pub(super) fn qualified(&self, expr: ExprId, site: Site) -> Option<EntityId> {
        let unit = self.model.unit(site.first);
        let mut path = Vec::new();
        let mut at = expr;
        loop {
            match &unit.exprs[at as usize] {
                Expr::Field { of, name } => {
                    path.push(*name);
                    at = *of;
                }
                Expr::Name(name) => {
                    path.push(*name);
                    break;
                }
                _ => return None,
            }
        }
        path.reverse();
        self.scope.resolve(&TypeUse { path: path.into(), dimensions: 0 }, site.first)
    }

    /// The declared type of a field, or the result type of a method.
    fn declared(&self, id: EntityId) -> Ty {
        match self.model.declaration(id) {
            d if d.kind == EntityKind::EnumConstant => {
                self.model.container(id).map_or(Ty::Unknown, Ty::Known)
            }
            d => d.ty.as_ref().map_or(Ty::Unknown, |ty| self.written(ty, id)),
        }
    }

    fn written(&self, ty: &TypeUse, place: EntityId) -> Ty {
        if ty.dimensions == 0
            && let Some(found) = self.scope.resolve(ty, place)
        {
            return Ty::Known(found);
        }
        if self.scope.is_type_variable(ty, place) { Ty::Unknown } else { Ty::Written(ty.clone()) }
    }
}
