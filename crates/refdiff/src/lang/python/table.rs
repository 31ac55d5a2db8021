//! The meaning of the grammar's nodes.

use crate::lang::tree::{Act, Row, Slot};
use crate::model::NodeKind as N;

pub(super) fn slot(field: &str) -> Slot {
    match field {
        "name" => Slot::Name,
        "function" => Slot::Callee,
        "object" => Slot::Object,
        "attribute" => Slot::Property,
        "left" => Slot::Left,
        "right" => Slot::Right,
        "value" => Slot::Value,
        "body" => Slot::Body,
        "type" => Slot::Type,
        "return_type" => Slot::Result,
        "superclasses" => Slot::Supertypes,
        _ => Slot::None,
    }
}

pub(super) fn row(kind: &str) -> Row {
    use Act::*;
    match kind {
        "comment" | "line_continuation" => Row::new(Skip),
        "identifier" => Row::new(Name),
        "string" => Row::new(Text),
        "interpolation" => Row::new(Code),
        "integer" | "float" | "true" | "false" | "none" | "ellipsis" => Row::new(Literal),
        // Declarations.
        "function_definition" => Row { line: true, ..Row::new(Function).entity() },
        "class_definition" => Row { line: true, ..Row::node(Plain, N::TypeDeclaration).entity() },
        "decorated_definition" => Row { line: true, ..Row::new(Plain).entity() },
        "decorator" => Row::new(Annotation),
        "parameters" | "lambda_parameters" => Row::new(Parameters),
        "typed_parameter" | "list_splat_pattern" | "dictionary_splat_pattern" => Row::new(Pattern),
        "default_parameter" | "typed_default_parameter" => Row::new(Default),
        "type" => Row::new(Type),
        "import_statement" | "import_from_statement" | "future_import_statement" => {
            Row { act: Import, ..Row::statement(Import, N::ExpressionStatement) }
        }
        "global_statement" | "nonlocal_statement" => Row::statement(Outer, N::ExpressionStatement),
        // Statements.
        "block" => Row::node(Block, N::Block),
        "expression_statement" => Row::statement(Plain, N::ExpressionStatement).entity(),
        "print_statement" | "exec_statement" | "delete_statement" | "type_alias_statement" => {
            Row::statement(Plain, N::ExpressionStatement)
        }
        "return_statement" => Row::statement(Plain, N::Return),
        "raise_statement" => Row::statement(Plain, N::Throw),
        "assert_statement" => Row::statement(Plain, N::Assert),
        "break_statement" | "continue_statement" | "pass_statement" => Row::statement(Plain, N::Jump),
        "if_statement" => Row::compound(Plain, N::If),
        "elif_clause" => Row::compound(Plain, N::If),
        "else_clause" => Row { line: true, ..Row::new(Plain) },
        "for_statement" => Row::compound(ForEach, N::Loop),
        "while_statement" => Row::compound(Plain, N::Loop),
        "with_statement" => Row::compound(Plain, N::Synchronized),
        "try_statement" => Row::compound(Plain, N::Try),
        "except_clause" | "except_group_clause" => Row::compound(Plain, N::Catch),
        "finally_clause" => Row::compound(Plain, N::Finally),
        "match_statement" => Row::compound(Plain, N::Switch),
        "case_clause" => Row::compound(Plain, N::Case),
        "case_pattern" | "as_pattern_target" => Row::new(Target),
        "class_pattern" | "keyword_pattern" => Row::new(Plain),
        "list_pattern" | "tuple_pattern" | "splat_pattern" | "dotted_name" | "pattern_list" | "tuple"
        | "list" => Row::new(Pattern),
        // Expressions.
        "call" => Row::node(Call, N::Call),
        "argument_list" => Row::new(Arguments),
        "keyword_argument" => Row::new(NamedArgument),
        "attribute" => Row::node(Member, N::FieldAccess),
        "subscript" => Row::node(Element, N::ArrayAccess),
        "assignment" => Row::node(Assignment, N::Assignment),
        "augmented_assignment" => Row::node(Update, N::Assignment),
        "named_expression" => Row::node(Declarator, N::Assignment),
        "binary_operator"
        | "boolean_operator"
        | "comparison_operator"
        | "not_operator"
        | "unary_operator" => Row::node(Plain, N::Operation),
        "conditional_expression" => Row::node(Plain, N::Conditional),
        "lambda" => Row::node(Function, N::Lambda),
        "parenthesized_expression" => Row::node(Parenthesised, N::Parenthesised),
        "list_comprehension" | "set_comprehension" | "dictionary_comprehension" | "generator_expression" => {
            Row::new(Scope)
        }
        "for_in_clause" => Row::new(ForEach),
        _ => Row::new(Plain),
    }
}
