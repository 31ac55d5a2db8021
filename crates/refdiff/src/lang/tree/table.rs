//! What a language says of the nodes of its grammar, looked up once a parser.

use crate::model::NodeKind;
use std::num::NonZeroU16;
use tree_sitter::Language;

/// What a syntax node means to the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lang) enum Act {
    /// Nothing in particular: what stands inside is visited.
    Plain,
    /// Not looked at, as comments are.
    Skip,
    /// A literal that is one token, unless there is code in it.
    Text,
    /// The part of a literal that is code.
    Code,
    /// A literal of one word: a number, true, null.
    Literal,
    /// A name that means a variable, or something that can be called.
    Name,
    /// A name that means something only together with what stands before it: `b` in `a.b`, `k` in `{k: 1}`.
    Word,
    /// A name of a type.
    TypeName,
    /// The object that a method is called on.
    This,
    /// The same object as one of the type above its own.
    Super,
    /// Names from elsewhere: the language is asked.
    Import,
    /// The package that the file is in: the language is asked.
    Package,
    /// The parameters of a function.
    Parameters,
    /// Several names at once; they are declared where a single one would be.
    Pattern,
    /// A name and what it is if nothing is given.
    Default,
    /// Everything inside is declared.
    Target,
    /// Names that are those of a function or module around this one.
    Outer,
    /// What is said about a declaration, such as a decorator.
    Annotation,
    /// A written type.
    Type,
    /// Statements in braces or by indentation.
    Block,
    /// What is declared inside is not seen outside.
    Scope,
    /// The same for a function without a name.
    Function,
    /// A call: what is called in [`Slot::Callee`].
    Call,
    /// The making of an object.
    New,
    /// A name behind a dot.
    Member,
    /// An element of a list or table.
    Element,
    /// What a call is given.
    Arguments,
    /// An argument with the name of its parameter.
    NamedArgument,
    /// `left = right`
    Assignment,
    /// `x += 1`, `x++`
    Update,
    /// A variable and its value.
    Declarator,
    /// A loop over the elements of something.
    ForEach,
    /// A value, or the same as something of another type that is written there.
    Parenthesised,
}

/// What a node is to the one around it.
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
    /// The type of a function's result.
    Result,
    Supertypes,
    /// An argument of a call; set by the walk, not by the grammar.
    Argument,
    /// The only parameter of a function, without brackets.
    Parameter,
}

/// What is known of a node kind.
#[derive(Clone, Copy, Debug)]
pub(in crate::lang) struct Row {
    pub act: Act,
    /// The model's node for it.
    pub node: Option<NodeKind>,
    /// Whether it ends like a statement: where the sign for that may be left out, it is put there.
    pub ends: bool,
    /// Whether it begins a line: where lines and blocks are told by layout, a token says so.
    pub line: bool,
    /// Whether it may be an entity of its own: the language is asked.
    pub entity: bool,
    /// Whether it may bring in names from elsewhere beside what else it is.
    pub imports: bool,
    /// What it is to the node around it, where the grammar has no field that says so.
    pub slot: Slot,
}

impl Row {
    pub const fn new(act: Act) -> Self {
        Row { act, node: None, ends: false, line: false, entity: false, imports: false, slot: Slot::None }
    }

    pub const fn node(act: Act, node: NodeKind) -> Self {
        Row { node: Some(node), ..Row::new(act) }
    }

    /// The same, of a node that may be an entity.
    pub const fn entity(self) -> Self {
        Row { entity: true, ..self }
    }

    /// The same, of a node that stands in a slot of its own accord.
    pub const fn in_slot(self, slot: Slot) -> Self {
        Row { slot, ..self }
    }

    /// A simple statement.
    pub const fn statement(act: Act, node: NodeKind) -> Self {
        Row { ends: true, line: true, ..Row::node(act, node) }
    }

    /// A statement with others inside.
    pub const fn compound(act: Act, node: NodeKind) -> Self {
        Row { line: true, ..Row::node(act, node) }
    }
}

/// Rows and slots by the grammar's numbers.
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
        // The number of ERROR is outside the table.
        self.rows.get(id as usize).copied().unwrap_or(Row::new(Act::Plain))
    }

    pub fn slot(&self, id: Option<NonZeroU16>) -> Slot {
        id.and_then(|id| self.slots.get(id.get() as usize)).copied().unwrap_or(Slot::None)
    }
}
