//! A unit: the smallest piece of a file that is extracted separately, a member or the head of a type.

use super::Symbol;
use super::body::{Access, Call, Expr, ExprId, Local, LocalUse, Node, Token, TokenRange, TypeId, TypeUse};
use std::ops::Range;
use std::sync::OnceLock;

/// The kind of an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum EntityKind {
    /// A file that directly contains functions, variables and types.
    Module,
    Class,
    Interface,
    Enum,
    Record,
    Annotation,
    /// Another name for a type.
    TypeAlias,
    /// A callable that belongs to no type: it is in a module, or nested in another callable.
    Function,
    Method,
    Constructor,
    /// A block that runs when an instance is created (`<init>`) or a type is loaded (`<clinit>`).
    Initialiser,
    Field,
    EnumConstant,
    RecordComponent,
}

/// The three levels of entities that the paper distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Level {
    Type,
    Method,
    Field,
}

impl EntityKind {
    /// Type, method or field.
    pub fn level(self) -> Level {
        use EntityKind::*;
        match self {
            Module | Class | Interface | Enum | Record | Annotation | TypeAlias => Level::Type,
            Function | Method | Constructor | Initialiser => Level::Method,
            Field | EnumConstant | RecordComponent => Level::Field,
        }
    }

    /// Whether it is called by its own name: a function or a method, but not a constructor.
    pub fn is_called_by_name(self) -> bool {
        matches!(self, EntityKind::Function | EntityKind::Method)
    }

    /// Whether entities of this kind can have subtypes.
    pub fn can_have_subtypes(self) -> bool {
        matches!(self, EntityKind::Class | EntityKind::Interface)
    }

    /// Whether it is a file rather than a type.
    pub fn is_module(self) -> bool {
        self == EntityKind::Module
    }

    /// The word used in reports.
    pub fn word(self) -> &'static str {
        use EntityKind::*;
        match self {
            Module => "module",
            Class => "class",
            Interface => "interface",
            Enum => "enum",
            Record => "record",
            Annotation => "annotation",
            TypeAlias => "type alias",
            Function => "function",
            Method => "method",
            Constructor => "constructor",
            Initialiser => "initialiser",
            Field => "field",
            EnumConstant => "enum constant",
            RecordComponent => "record component",
        }
    }
}

/// Modifiers that matter to matching or to reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct Modifiers(pub u16);

impl Modifiers {
    #![allow(missing_docs)]
    pub const PUBLIC: Modifiers = Modifiers(1);
    pub const PROTECTED: Modifiers = Modifiers(1 << 1);
    pub const PRIVATE: Modifiers = Modifiers(1 << 2);
    pub const STATIC: Modifiers = Modifiers(1 << 3);
    pub const ABSTRACT: Modifiers = Modifiers(1 << 4);
    pub const FINAL: Modifiers = Modifiers(1 << 5);
    pub const DEFAULT: Modifiers = Modifiers(1 << 6);
    pub const SEALED: Modifiers = Modifiers(1 << 7);
    /// Has an annotation that marks it as an override.
    pub const OVERRIDE: Modifiers = Modifiers(1 << 8);

    /// Whether all flags of `other` are set.
    pub fn has(self, other: Modifiers) -> bool {
        self.0 & other.0 == other.0
    }

    /// Sets all flags of `other`.
    pub fn add(&mut self, other: Modifiers) {
        self.0 |= other.0;
    }
}

/// A parameter of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: Box<str>,
    /// Its type as written in keys: simple, without type arguments, arrays as `[]`.
    pub key: Box<str>,
    /// Its type as written.
    pub ty: TypeUse,
    /// Whether it takes any number of arguments.
    pub variadic: bool,
    /// Whether a call may leave it out.
    pub optional: bool,
}

/// A declaration inside a unit: the member or type itself first, then nested declarations, in pre-order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The kind of the entity.
    pub kind: EntityKind,
    /// Simple name; empty for an anonymous type.
    pub name: Box<str>,
    /// The enclosing declaration in the same unit.
    pub parent: Option<u32>,
    /// Bytes, relative to the start of the unit.
    pub span: Range<u32>,
    /// The tokens of the whole declaration (for the head of a type: those outside its members).
    pub tokens: TokenRange,
    /// The tokens of the body without its outer braces; for a field, of the initial value.
    pub body: Option<TokenRange>,
    /// Parameters, in order.
    pub parameters: Vec<Parameter>,
    /// The type of a field, or the result type of a method.
    pub ty: Option<TypeUse>,
    /// The text of that type as written in keys.
    pub type_key: Box<str>,
    /// The types that it extends or implements.
    pub supertypes: Vec<TypeUse>,
    /// Names of type parameters.
    pub type_parameters: Vec<Symbol>,
    /// The declared exceptions of a method.
    pub throws: Vec<TypeUse>,
    /// Modifiers.
    pub modifiers: Modifiers,
    /// Whether it is a record's constructor without a parameter list.
    pub compact: bool,
    /// The symbol of the simple name; the same for all constructors, so that renaming a type renames no method.
    pub name_symbol: Symbol,
    /// The symbol of name and parameter types; for a field, of its name.
    pub signature: Symbol,
}

impl Declaration {
    /// A declaration without any further information.
    pub fn empty(kind: EntityKind, modifiers: Modifiers) -> Self {
        Declaration {
            kind,
            name: "".into(),
            parent: None,
            span: 0..0,
            tokens: 0..0,
            body: None,
            parameters: Vec::new(),
            ty: None,
            type_key: "".into(),
            supertypes: Vec::new(),
            type_parameters: Vec::new(),
            throws: Vec::new(),
            modifiers,
            compact: false,
            name_symbol: Symbol::default(),
            signature: Symbol::default(),
        }
    }
}

/// The bounds of a unit whose tokens are adjacent, with no other word between them; computed on demand, and ignored
/// by comparisons.
#[derive(Clone, Debug, Default)]
pub struct Gapless(OnceLock<Option<TokenBounds>>);

/// Where the first token of a unit begins, and where the last one begins and ends.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct TokenBounds {
    pub first: u32,
    pub last: u32,
    pub end: u32,
}

impl PartialEq for Gapless {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Gapless {}

/// The extracted content of one member, or of the head of a type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    /// Declarations in pre-order; never empty in a unit of a file.
    pub declarations: Vec<Declaration>,
    /// Tokens in order.
    pub tokens: Vec<Token>,
    /// Statements and expressions in pre-order.
    pub nodes: Vec<Node>,
    /// Calls, in the order of their names' tokens.
    pub calls: Vec<Call>,
    /// Uses of names that are not locals, in the order of their tokens.
    pub accesses: Vec<Access>,
    /// Locals and parameters, in the order of their declaration.
    pub locals: Vec<Local>,
    /// Uses of locals, in the order of the tokens.
    pub local_uses: Vec<LocalUse>,
    /// The arguments of all calls.
    pub arguments: Vec<ExprId>,
    /// The types written in it, without duplicates.
    pub types: Vec<TypeUse>,
    /// Expressions that receivers and arguments refer to.
    pub exprs: Vec<Expr>,
    /// See [`Unit::gapless`].
    pub gapless: Gapless,
}

impl Unit {
    /// Its approximate size in bytes.
    pub fn size(&self) -> usize {
        use std::mem::size_of;
        self.declarations.len() * (size_of::<Declaration>() + 64)
            + self.tokens.len() * size_of::<Token>()
            + self.nodes.len() * size_of::<Node>()
            + self.calls.len() * size_of::<Call>()
            + self.arguments.len() * size_of::<ExprId>()
            + self.types.len() * (size_of::<TypeUse>() + 24)
            + self.accesses.len() * size_of::<Access>()
            + self.locals.len() * size_of::<Local>()
            + self.local_uses.len() * size_of::<LocalUse>()
            + self.exprs.len() * size_of::<Expr>()
            + size_of::<Unit>()
    }

    /// Moves everything out, into exactly sized memory; the reserved capacity stays for the next unit.
    pub fn drain(&mut self) -> Unit {
        Unit {
            declarations: self.declarations.drain(..).collect(),
            tokens: self.tokens.drain(..).collect(),
            nodes: self.nodes.drain(..).collect(),
            calls: self.calls.drain(..).collect(),
            accesses: self.accesses.drain(..).collect(),
            locals: self.locals.drain(..).collect(),
            local_uses: self.local_uses.drain(..).collect(),
            arguments: self.arguments.drain(..).collect(),
            types: self.types.drain(..).collect(),
            exprs: self.exprs.drain(..).collect(),
            gapless: Gapless::default(),
        }
    }

    /// The bounds of its tokens, if they are in ascending order with only blanks and comments between them:
    /// `has_words` checks the gap between two bytes, relative to the unit. Computed once.
    pub fn gapless(&self, has_words: impl Fn(u32, u32) -> bool) -> Option<TokenBounds> {
        *self.gapless.0.get_or_init(|| {
            let (first, last) = (self.tokens.first()?, self.tokens.last()?);
            let follows = |x: &Token, y: &Token| {
                x.end() <= y.start && y.start < y.end() && !has_words(x.end(), y.start)
            };
            let all = first.start < first.end() && self.tokens.windows(2).all(|p| follows(&p[0], &p[1]));
            all.then(|| TokenBounds { first: first.start, last: last.start, end: last.end() })
        })
    }

    /// The innermost statement that contains a token, if there is one.
    pub fn statement_at(&self, token: u32) -> Option<&Node> {
        self.statement_number(token).map(|number| &self.nodes[number])
    }

    /// The same, as its index in [`Unit::nodes`].
    pub fn statement_number(&self, token: u32) -> Option<usize> {
        // Nodes are in pre-order, so the innermost node with the token is the last one that starts at or before it,
        // or one of its ancestors.
        let mut at = self.nodes.partition_point(|n| n.tokens.start <= token).checked_sub(1)?;
        loop {
            let node = &self.nodes[at];
            if node.tokens.end > token && node.kind.is_statement() {
                return Some(at);
            }
            if node.parent as usize == at {
                return None;
            }
            at = node.parent as usize;
        }
    }

    /// The index of a written type, which is added if it is new.
    pub fn intern_type(&mut self, ty: TypeUse) -> TypeId {
        let known = self.types.iter().position(|t| *t == ty);
        known.unwrap_or_else(|| {
            self.types.push(ty);
            self.types.len() - 1
        }) as TypeId
    }

    /// The arguments of a call.
    pub fn arguments_of(&self, call: &Call) -> &[ExprId] {
        &self.arguments[call.arguments.start as usize..call.arguments.end as usize]
    }

    /// The calls whose name is in a range of tokens.
    pub fn calls_in(&self, range: &TokenRange) -> &[Call] {
        let from = self.calls.partition_point(|c| c.token < range.start);
        let to = self.calls.partition_point(|c| c.token < range.end);
        &self.calls[from..to]
    }

    /// The accesses in a range of tokens.
    pub fn accesses_in(&self, range: &TokenRange) -> &[Access] {
        let from = self.accesses.partition_point(|a| a.token < range.start);
        let to = self.accesses.partition_point(|a| a.token < range.end);
        &self.accesses[from..to]
    }
}
