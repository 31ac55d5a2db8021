//! What a language says about the nodes of its grammar, looked up once per parser.

use crate::model::NodeKind;
use std::num::NonZeroU16;
use tree_sitter::Language;

/// The meaning of a syntax node for the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lang) enum Act {
    /// No special meaning: its children are visited.
    Plain,
    /// Ignored, like comments.
    Skip,
    /// A literal that is one token, unless it contains code.
    Text,
    /// The part of a literal that is code.
    Code,
    /// A literal of one word: a number, true, null.
    Literal,
    /// A name that denotes a variable or something callable.
    Name,
    /// A name that means something only together with what precedes it: `b` in `a.b`, `k` in `{k: 1}`.
    Word,
    /// A name of a type.
    TypeName,
    /// The object that a method is called on.
    This,
    /// The same object, as an instance of the supertype.
    Super,
    /// Imported names: the language decides.
    Import,
    /// The package of the file: the language decides.
    Package,
    /// The parameters of a function.
    Parameters,
    /// Several names at once; they are declared where a single name would be.
    Pattern,
    /// A name and its default value.
    Default,
    /// All names inside are declared.
    Target,
    /// Names that belong to an enclosing function or module.
    Outer,
    /// An annotation of a declaration, such as a decorator.
    Annotation,
    /// A written type.
    Type,
    /// Statements in braces or by indentation.
    Block,
    /// Declarations inside are invisible outside.
    Scope,
    /// The same for a function without a name.
    Function,
    /// A call, with its callee in [`Slot::Callee`].
    Call,
    /// The creation of an object.
    New,
    /// A name after a dot.
    Member,
    /// An element of a list or table.
    Element,
    /// The arguments of a call.
    Arguments,
    /// A named argument.
    NamedArgument,
    /// `left = right`
    Assignment,
    /// `x += 1`, `x++`
    Update,
    /// A variable and its value.
    Declarator,
    /// A loop over the elements of something.
    ForEach,
    /// A value in parentheses, or one that is converted to a written type.
    Parenthesised,
}

/// The role of a node in its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lang) enum Slot {
    None,
    Name,
    Key,
    Callee,
    Object,
    Property,
    Left,
    Right,
    Value,
    Body,
    Type,
    /// The result type of a function.
    Result,
    Supertypes,
    /// An argument of a call; set by the walk, not by the grammar.
    Argument,
    /// The only parameter of a function, without parentheses.
    Parameter,
}

/// The information on a node kind.
#[derive(Clone, Copy, Debug)]
pub(in crate::lang) struct Row {
    pub act: Act,
    /// The model's node for it.
    pub node: Option<NodeKind>,
    /// Whether it ends like a statement: an omitted terminator is added there.
    pub ends: bool,
    /// Whether it begins a line: where layout determines lines and blocks, a token marks it.
    pub line: bool,
    /// Whether it may be an entity: the language decides.
    pub entity: bool,
    /// Whether it may import names besides its other meaning.
    pub imports: bool,
    /// Its role in its parent, if the grammar has no field for it.
    pub slot: Slot,
}

impl Row {
    pub const fn new(act: Act) -> Self {
        Row { act, node: None, ends: false, line: false, entity: false, imports: false, slot: Slot::None }
    }

    pub const fn node(act: Act, node: NodeKind) -> Self {
        Row { node: Some(node), ..Row::new(act) }
    }

    /// The same, for a node that may be an entity.
    pub const fn entity(self) -> Self {
        Row { entity: true, ..self }
    }

    /// The same, for a node with a fixed slot.
    pub const fn in_slot(self, slot: Slot) -> Self {
        Row { slot, ..self }
    }

    /// A simple statement.
    pub const fn statement(act: Act, node: NodeKind) -> Self {
        Row { ends: true, line: true, ..Row::node(act, node) }
    }

    /// A statement that contains others.
    pub const fn compound(act: Act, node: NodeKind) -> Self {
        Row { line: true, ..Row::node(act, node) }
    }
}

/// Rows and slots by the grammar's ids.
#[derive(Debug)]
pub(in crate::lang) struct Table {
    rows: Vec<Row>,
    slots: Vec<Slot>,
}

impl Table {
    pub fn new(language: &Language, row: fn(&str) -> Row, slot: fn(&str) -> Slot) -> Self {
        let rows = (0..language.node_kind_count() as u16).map(|id| {
            let name = language.node_kind_for_id(id).unwrap_or("");
            if language.node_kind_is_named(id) { row(name) } else { Row::new(Act::Plain) }
        });
        let slots = (0..=language.field_count() as u16)
            .map(|id| language.field_name_for_id(id).map_or(Slot::None, slot));
        Table { rows: rows.collect(), slots: slots.collect() }
    }

    pub fn row(&self, id: u16) -> Row {
        // The id of ERROR is outside the table.
        self.rows.get(id as usize).copied().unwrap_or(Row::new(Act::Plain))
    }

    pub fn slot(&self, id: Option<NonZeroU16>) -> Slot {
        id.and_then(|id| self.slots.get(id.get() as usize)).copied().unwrap_or(Slot::None)
    }
}
