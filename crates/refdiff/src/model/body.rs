//! The content of a declaration: tokens in order, the nodes over them, and the names that it calls and uses.
//!
//! Everything here depends only on the text of one unit. Positions are relative to the unit's first byte, so that
//! equal text gives an equal unit everywhere.

use super::Symbol;
use std::ops::Range;

/// A range of token indices within a unit.
pub type TokenRange = Range<u32>;

/// The role of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum Role {
    /// A keyword, such as `return`.
    Keyword,
    /// Brackets, separators and operators.
    Punctuation,
    /// A number, a string, `true`, `null`, ...
    Literal,
    /// The name of a type at a use.
    Type,
    /// A name at its declaration.
    Declaration,
    /// A variable, field or package at a use.
    Use,
    /// The name of a method at a call site.
    Call,
    /// Any token of an annotation.
    Annotation,
}

/// One token of a unit; comments and layout are not tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The stable hash of its text.
    pub symbol: Symbol,
    /// First byte, relative to the start of the unit.
    pub start: u32,
    /// Length in the lower 24 bits, role above: there are millions of these.
    length_and_role: u32,
}

impl Token {
    /// A token of `length` bytes; a token of more than 16 MB is cut there.
    pub fn new(symbol: Symbol, start: u32, length: u32, role: Role) -> Self {
        Token { symbol, start, length_and_role: length.min(0xff_ffff) | (role as u32) << 24 }
    }

    /// Byte after the last one.
    pub fn end(&self) -> u32 {
        self.start + (self.length_and_role & 0xff_ffff)
    }

    /// Its role.
    pub fn role(&self) -> Role {
        ROLES[(self.length_and_role >> 24) as usize % ROLES.len()]
    }
}

const ROLES: [Role; 8] = [
    Role::Keyword,
    Role::Punctuation,
    Role::Literal,
    Role::Type,
    Role::Declaration,
    Role::Use,
    Role::Call,
    Role::Annotation,
];

/// The kind of a node over tokens, in terms that all languages share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum NodeKind {
    Block,
    LocalDeclaration,
    ExpressionStatement,
    If,
    Loop,
    Switch,
    Case,
    Try,
    Catch,
    Finally,
    Return,
    Throw,
    Jump,
    Assert,
    Synchronized,
    Labelled,
    ConstructorCall,
    TypeDeclaration,
    Call,
    New,
    Assignment,
    Operation,
    Conditional,
    Lambda,
    MethodReference,
    Cast,
    FieldAccess,
    ArrayAccess,
    NewArray,
    Parenthesised,
}

impl NodeKind {
    /// Whether the node is a statement rather than an expression or a part of a statement.
    pub fn is_statement(self) -> bool {
        use NodeKind::*;
        matches!(
            self,
            Block
                | LocalDeclaration
                | ExpressionStatement
                | If
                | Loop
                | Switch
                | Try
                | Return
                | Throw
                | Jump
                | Assert
                | Synchronized
                | Labelled
                | ConstructorCall
                | TypeDeclaration
        )
    }
}

/// A statement or expression: a range of tokens and its parent node. Nodes are in pre-order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its kind.
    pub kind: NodeKind,
    /// Its tokens.
    pub tokens: TokenRange,
    /// Index of the parent node; its own index if there is none.
    pub parent: u32,
}

/// A written type at a use: the names of its path, without type arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct TypeUse {
    /// `java.util.Map.Entry<K,V>` is the symbols of `java`, `util`, `Map`, `Entry`.
    pub path: Box<[Symbol]>,
    /// Array dimensions.
    pub dimensions: u8,
}

impl TypeUse {
    /// The symbol of the last name of the path.
    pub fn simple(&self) -> Option<Symbol> {
        self.path.last().copied()
    }
}

/// Index of an expression in its unit.
pub type ExprId = u32;

/// Index of a written type in its unit.
pub type TypeId = u32;

/// As much of an expression as is needed to determine its type: receivers and arguments of calls.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expr {
    /// `this`
    This,
    /// `Outer.this`
    OuterThis(Symbol),
    /// `super` as a receiver
    Super,
    /// A local variable or parameter, by its index in [`Unit::locals`](super::Unit::locals).
    Local(u32),
    /// An unqualified name that is not a local: a field, a type or a package.
    Name(Symbol),
    /// `of.name`
    Field {
        /// The expression before the dot.
        of: ExprId,
        /// The name after it.
        name: Symbol,
    },
    /// The result of a call, by its index in [`Unit::calls`](super::Unit::calls).
    Call(u32),
    /// An expression whose type is written: `new T()`, `(T) x`, a literal.
    Typed(TypeId),
    /// An element of an array.
    Element(ExprId),
    /// Anything else.
    Unknown,
}

/// The form of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallForm {
    /// `m(...)` or `x.m(...)`
    Method,
    /// `x::m`; the number of arguments is unknown.
    Reference,
    /// `new T(...)`
    New,
    /// `this(...)`
    ThisConstructor,
    /// `super(...)`
    SuperConstructor,
}

/// A call, with what is known from the text alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The name of the method, or of the type for a constructor.
    pub name: Symbol,
    /// Its form.
    pub form: CallForm,
    /// The token of the name.
    pub token: u32,
    /// The tokens of the whole call.
    pub tokens: TokenRange,
    /// The expression before the dot.
    pub receiver: Option<ExprId>,
    /// The arguments, as a range of [`Unit::arguments`](super::Unit::arguments).
    pub arguments: Range<u32>,
    /// The type of `new T(...)`.
    pub created: Option<TypeId>,
}

/// A name that may be a field, at a read or write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The name.
    pub name: Symbol,
    /// Its token.
    pub token: u32,
    /// The expression before the dot.
    pub receiver: Option<ExprId>,
    /// Whether it is assigned here.
    pub write: bool,
}

/// A parameter or local variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// Its name.
    pub name: Symbol,
    /// The token that declares it.
    pub token: u32,
    /// Its declared type, if one is written.
    pub ty: Option<TypeId>,
    /// Its initial value, for `var`.
    pub value: Option<ExprId>,
}

/// A use of a parameter or local variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalUse {
    /// The token of its name.
    pub token: u32,
    /// The variable, by its index in [`Unit::locals`](super::Unit::locals).
    pub local: u32,
    /// Whether it is assigned here.
    pub write: bool,
}
