//! The grammar's node kinds and fields as small enums, looked up once per parser.

use crate::model::NodeKind;
use tree_sitter::Language;

/// What a syntax node means to the extraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// No special meaning: its children are visited.
    Plain,
    Comment,
    Error,
    Program,
    Package,
    Import,
    Module,
    Asterisk,
    // Declarations.
    Class,
    Interface,
    Enum,
    Record,
    AnnotationType,
    Method,
    Constructor,
    CompactConstructor,
    AnnotationElement,
    StaticInitialiser,
    FieldDeclaration,
    EnumConstant,
    Declarator,
    // Parts of declarations.
    TypeBody,
    EnumMembers,
    Modifiers,
    Annotation,
    Parameter,
    SpreadParameter,
    ReceiverParameter,
    CatchParameter,
    Resource,
    InferredParameters,
    TypeParameter,
    TypeList,
    Superclass,
    Throws,
    Dimensions,
    /// A written type.
    Type,
    /// A part of a written type that is not itself recorded as a type.
    TypeArguments,
    // Names and literals.
    Identifier,
    TypeIdentifier,
    ScopedIdentifier,
    Number,
    Text,
    Character,
    Truth,
    Null,
    This,
    Super,
    // Statements and expressions that need more than a node.
    Block,
    ForEach,
    Lambda,
    InstanceOf,
    TypePattern,
    RecordPattern,
    Labelled,
    Jump,
    LocalDeclaration,
    MethodCall,
    ConstructorCall,
    New,
    MethodReference,
    FieldAccess,
    ArrayAccess,
    Arguments,
    Assignment,
    Update,
    Binary,
    Unary,
    Cast,
    Parenthesised,
    Conditional,
    NewArray,
    ClassLiteral,
    Scope,
}

/// The field of its parent that contains a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    None,
    Name,
    Object,
    Left,
    Right,
    Parameters,
    Member,
    Consequence,
    Alternative,
    Value,
    Array,
    /// An argument of a call; set by the extraction, not by the grammar.
    Argument,
}

/// The information on a node kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct KindInfo {
    pub kind: Kind,
    /// The model's node for it.
    pub node: Option<NodeKind>,
}

/// Kinds by the grammar's ids.
#[derive(Debug)]
pub(super) struct Kinds {
    kinds: Vec<KindInfo>,
    fields: Vec<Field>,
}

impl Kinds {
    pub fn new(language: &Language) -> Self {
        let kinds = (0..language.node_kind_count() as u16).map(|id| {
            let name = language.node_kind_for_id(id).unwrap_or("");
            if language.node_kind_is_named(id) {
                named(name)
            } else {
                KindInfo { kind: Kind::Plain, node: None }
            }
        });
        let fields = (0..=language.field_count() as u16)
            .map(|id| language.field_name_for_id(id).map_or(Field::None, field));
        Kinds { kinds: kinds.collect(), fields: fields.collect() }
    }

    pub fn kind(&self, id: u16) -> KindInfo {
        // The id of ERROR is outside the table.
        self.kinds.get(id as usize).copied().unwrap_or(KindInfo { kind: Kind::Error, node: None })
    }

    pub fn field(&self, id: Option<std::num::NonZeroU16>) -> Field {
        id.and_then(|id| self.fields.get(id.get() as usize)).copied().unwrap_or(Field::None)
    }
}

fn field(name: &str) -> Field {
    match name {
        "name" => Field::Name,
        "object" => Field::Object,
        "left" => Field::Left,
        "right" => Field::Right,
        "parameters" => Field::Parameters,
        "field" => Field::Member,
        "consequence" => Field::Consequence,
        "alternative" => Field::Alternative,
        "value" => Field::Value,
        "array" => Field::Array,
        _ => Field::None,
    }
}

fn named(name: &str) -> KindInfo {
    use NodeKind as N;
    let (kind, node) = match name {
        "line_comment" | "block_comment" => (Kind::Comment, None),
        "program" => (Kind::Program, None),
        "package_declaration" => (Kind::Package, None),
        "import_declaration" => (Kind::Import, None),
        "module_declaration" => (Kind::Module, None),
        "asterisk" => (Kind::Asterisk, None),
        "class_declaration" => (Kind::Class, Some(N::TypeDeclaration)),
        "interface_declaration" => (Kind::Interface, Some(N::TypeDeclaration)),
        "enum_declaration" => (Kind::Enum, Some(N::TypeDeclaration)),
        "record_declaration" => (Kind::Record, Some(N::TypeDeclaration)),
        "annotation_type_declaration" => (Kind::AnnotationType, Some(N::TypeDeclaration)),
        "method_declaration" => (Kind::Method, None),
        "constructor_declaration" => (Kind::Constructor, None),
        "compact_constructor_declaration" => (Kind::CompactConstructor, None),
        "annotation_type_element_declaration" => (Kind::AnnotationElement, None),
        "static_initializer" => (Kind::StaticInitialiser, None),
        "field_declaration" | "constant_declaration" => (Kind::FieldDeclaration, None),
        "enum_constant" => (Kind::EnumConstant, None),
        "variable_declarator" => (Kind::Declarator, None),
        "class_body" | "interface_body" | "enum_body" | "annotation_type_body" => (Kind::TypeBody, None),
        "enum_body_declarations" => (Kind::EnumMembers, None),
        "modifiers" => (Kind::Modifiers, None),
        "annotation" | "marker_annotation" => (Kind::Annotation, None),
        "formal_parameter" => (Kind::Parameter, None),
        "spread_parameter" => (Kind::SpreadParameter, None),
        "receiver_parameter" => (Kind::ReceiverParameter, None),
        "catch_formal_parameter" => (Kind::CatchParameter, None),
        "resource" => (Kind::Resource, None),
        "inferred_parameters" => (Kind::InferredParameters, None),
        "type_parameter" => (Kind::TypeParameter, None),
        "type_list" => (Kind::TypeList, None),
        "superclass" => (Kind::Superclass, None),
        "throws" => (Kind::Throws, None),
        "dimensions" | "dimensions_expr" => (Kind::Dimensions, None),
        "generic_type"
        | "scoped_type_identifier"
        | "array_type"
        | "annotated_type"
        | "integral_type"
        | "floating_point_type"
        | "boolean_type"
        | "void_type" => (Kind::Type, None),
        "type_arguments" | "type_bound" | "permits" => (Kind::TypeArguments, None),
        "identifier" => (Kind::Identifier, None),
        "type_identifier" => (Kind::TypeIdentifier, None),
        "scoped_identifier" => (Kind::ScopedIdentifier, None),
        "decimal_integer_literal"
        | "hex_integer_literal"
        | "octal_integer_literal"
        | "binary_integer_literal"
        | "decimal_floating_point_literal"
        | "hex_floating_point_literal" => (Kind::Number, None),
        "string_literal" => (Kind::Text, None),
        "character_literal" => (Kind::Character, None),
        "true" | "false" => (Kind::Truth, None),
        "null_literal" => (Kind::Null, None),
        "this" => (Kind::This, None),
        "super" => (Kind::Super, None),
        "block" | "constructor_body" => (Kind::Block, Some(N::Block)),
        "expression_statement" => (Kind::Plain, Some(N::ExpressionStatement)),
        "if_statement" => (Kind::Plain, Some(N::If)),
        "for_statement" => (Kind::Scope, Some(N::Loop)),
        "enhanced_for_statement" => (Kind::ForEach, Some(N::Loop)),
        "while_statement" | "do_statement" => (Kind::Plain, Some(N::Loop)),
        "switch_expression" => (Kind::Scope, Some(N::Switch)),
        "switch_block_statement_group" | "switch_rule" => (Kind::Plain, Some(N::Case)),
        "try_statement" | "try_with_resources_statement" => (Kind::Scope, Some(N::Try)),
        "catch_clause" => (Kind::Scope, Some(N::Catch)),
        "finally_clause" => (Kind::Plain, Some(N::Finally)),
        "return_statement" => (Kind::Plain, Some(N::Return)),
        "throw_statement" => (Kind::Plain, Some(N::Throw)),
        "yield_statement" => (Kind::Plain, Some(N::Return)),
        "break_statement" | "continue_statement" => (Kind::Jump, Some(N::Jump)),
        "assert_statement" => (Kind::Plain, Some(N::Assert)),
        "synchronized_statement" => (Kind::Plain, Some(N::Synchronized)),
        "labeled_statement" => (Kind::Labelled, Some(N::Labelled)),
        "local_variable_declaration" => (Kind::LocalDeclaration, Some(N::LocalDeclaration)),
        "explicit_constructor_invocation" => (Kind::ConstructorCall, Some(N::ConstructorCall)),
        "method_invocation" => (Kind::MethodCall, Some(N::Call)),
        "object_creation_expression" => (Kind::New, Some(N::New)),
        "method_reference" => (Kind::MethodReference, Some(N::MethodReference)),
        "field_access" => (Kind::FieldAccess, Some(N::FieldAccess)),
        "array_access" => (Kind::ArrayAccess, Some(N::ArrayAccess)),
        "argument_list" => (Kind::Arguments, None),
        "assignment_expression" => (Kind::Assignment, Some(N::Assignment)),
        "update_expression" => (Kind::Update, Some(N::Operation)),
        "binary_expression" => (Kind::Binary, Some(N::Operation)),
        "unary_expression" => (Kind::Unary, Some(N::Operation)),
        "cast_expression" => (Kind::Cast, Some(N::Cast)),
        "parenthesized_expression" => (Kind::Parenthesised, Some(N::Parenthesised)),
        "ternary_expression" => (Kind::Conditional, Some(N::Conditional)),
        "array_creation_expression" => (Kind::NewArray, Some(N::NewArray)),
        "class_literal" => (Kind::ClassLiteral, None),
        "lambda_expression" => (Kind::Lambda, Some(N::Lambda)),
        "instanceof_expression" => (Kind::InstanceOf, Some(N::Operation)),
        "type_pattern" | "record_pattern_component" => (Kind::TypePattern, None),
        "record_pattern" => (Kind::RecordPattern, None),
        _ => (Kind::Plain, None),
    };
    KindInfo { kind, node }
}
