//! Plain data: the output of a language, and the entities of one side of a comparison.
//!
//! Nothing here depends on a language, git, or how entities are matched.

mod body;
mod bridges;
mod entity;
mod file;
mod inherited;
mod only_ones;
mod scope;
mod symbol;
mod unit;
mod uses;

pub use body::{
    Access, Call, CallForm, Expr, ExprId, Local, LocalUse, Node, NodeKind, Role, Token, TokenRange, TypeId,
    TypeUse,
};
pub(crate) use bridges::{bridges, members_may_have_moved};
pub use entity::{Entity, EntityId, Model};
pub use file::{FilePath, Import, Lexicon, Loss, Placed, SourceFile};
pub(crate) use inherited::inherited;
pub use scope::Scope;
pub use symbol::Symbol;
pub use unit::{Declaration, EntityKind, Level, Modifiers, Parameter, TokenBounds, Unit};
pub use uses::{CallSite, Uses};
