//! What stands inside a declaration: tokens in order, the nodes over them, and the names that it calls and uses.
//!
//! Everything here depends on the text of one unit alone. Positions are relative to the unit's first byte, so that
//! equal text gives an equal unit wherever it stands.

use super::Symbol;
use std::ops::Range;

/// A range of token indices within a unit.
pub type TokenRange = Range<u32>;

/// What a token is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum Role {
    /// A word of the language, such as `return`.
    Keyword,
    /// Brackets, separators and operators.
    Punctuation,
    /// A number, a string, `true`, `null`, ...
    Literal,
    /// The name of a type where it is used.
    Type,
    /// A name where it is declared.
    Declaration,
    /// A variable, field or package where it is used.
    Use,
    /// The name of a method where it is called.
    Call,
    /// Any token of an annotation.
    Annotation,
}

/// One token of a unit; comments and layout are not tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The stable hash of its text.
    pub symbol: Symbol,
    /// First byte, from the start of the unit.
    pub start: u32,
    /// Length in the lower 24 bits, role above: there are millions of these.
    length_and_role: u32,
}

impl Token {
    /// A token of `length` bytes; one of more than 16 MB ends there.
    pub fn new(symbol: Symbol, start: u32, length: u32, role: Role) -> Self {
        Token { symbol, start, length_and_role: length.min(0xff_ffff) | (role as u32) << 24 }
    }

    /// Byte after the last one.
    pub fn end(&self) -> u32 {
        self.start + (self.length_and_role & 0xff_ffff)
    }

    /// What it is used for.
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

/// The kind of a node over tokens, in words that every language shares.
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

/// A statement or expression: a range of tokens and the node around it. Nodes stand in pre-order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Its tokens.
    pub tokens: TokenRange,
    /// Index of the node around it; itself, if there is none.
    pub parent: u32,
}

/// A type as it is written at a use: the names of its path, without type arguments.
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

/// As much of an expression as is needed to tell its type: receivers and arguments of calls.
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
    /// A simple name that is not a local: a field, a type or a package.
    Name(Symbol),
    /// `of.name`
    Field {
        /// What stands before the dot.
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

/// How a call is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallForm {
    /// `m(...)` or `x.m(...)`
    Method,
    /// `x::m`; the number of arguments is not known.
    Reference,
    /// `new T(...)`
    New,
    /// `this(...)`
    ThisConstructor,
    /// `super(...)`
    SuperConstructor,
}

/// A call, with what can be known of it from the text alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The name of the method, or of the type for a constructor.
    pub name: Symbol,
    /// How it is written.
    pub form: CallForm,
    /// The token of the name.
    pub token: u32,
    /// The tokens of the whole call.
    pub tokens: TokenRange,
    /// What stands before the dot.
    pub receiver: Option<ExprId>,
    /// The arguments, as a range of [`Unit::arguments`](super::Unit::arguments).
    pub arguments: Range<u32>,
    /// The type of `new T(...)`.
    pub created: Option<TypeId>,
}

/// A name that may be a field, where it is read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The name.
    pub name: Symbol,
    /// Its token.
    pub token: u32,
    /// What stands before the dot.
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
    /// Its declared type, if it is written.
    pub ty: Option<TypeId>,
    /// What it is initialised with, for `var`.
    pub value: Option<ExprId>,
}

/// A parameter or local variable where it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalUse {
    /// The token of its name.
    pub token: u32,
    /// The variable, by its index in [`Unit::locals`](super::Unit::locals).
    pub local: u32,
    /// Whether it is assigned here.
    pub write: bool,
}
