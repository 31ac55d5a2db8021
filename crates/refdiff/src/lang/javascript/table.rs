//! The meaning of the grammar's nodes.

use crate::lang::tree::{Act, Row, Slot};
use crate::model::NodeKind as N;

pub(in crate::lang) fn slot(field: &str) -> Slot {
    match field {
        "name" | "pattern" => Slot::Name,
        "key" => Slot::Key,
        "function" | "constructor" => Slot::Callee,
        "object" => Slot::Object,
        "property" => Slot::Property,
        "left" => Slot::Left,
        "right" => Slot::Right,
        "value" => Slot::Value,
        "body" => Slot::Body,
        "type" => Slot::Type,
        "return_type" => Slot::Result,
        "parameter" => Slot::Parameter,
        _ => Slot::None,
    }
}

pub(in crate::lang) fn row(kind: &str) -> Row {
    use Act::*;
    match kind {
        "comment" | "html_comment" | "hash_bang_line" => Row::new(Skip),
        "identifier" | "shorthand_property_identifier" | "shorthand_property_identifier_pattern" => {
            Row::new(Name)
        }
        "property_identifier" | "private_property_identifier" | "statement_identifier" => Row::new(Word),
        "string" | "template_string" | "regex" => Row::new(Text),
        "template_substitution" => Row::new(Code),
        "number" | "true" | "false" | "null" | "undefined" => Row::new(Literal),
        "this" => Row::new(This),
        "super" => Row::new(Super),
        // Declarations.
        "function_declaration" | "generator_function_declaration" => Row::new(Function).entity(),
        "function_expression" | "arrow_function" | "generator_function" => {
            Row::node(Function, N::Lambda).entity()
        }
        "class_declaration" | "class" => Row::node(Plain, N::TypeDeclaration).entity(),
        "class_heritage" => Row::new(Plain).in_slot(Slot::Supertypes),
        "method_definition" => Row::new(Function).entity(),
        "pair" => Row::new(Plain).entity(),
        "field_definition" => Row { ends: true, ..Row::new(Plain).entity() },
        "variable_declarator" => Row { imports: true, ..Row::new(Declarator).entity() },
        "decorator" => Row::new(Annotation),
        "formal_parameters" => Row::new(Parameters),
        "object_pattern" | "array_pattern" | "rest_pattern" | "pair_pattern" => Row::new(Pattern),
        "assignment_pattern" | "object_assignment_pattern" => Row::new(Default),
        "import_statement" => Row::statement(Import, N::ExpressionStatement),
        // Statements.
        "statement_block" => Row::node(Block, N::Block),
        "lexical_declaration" | "variable_declaration" => Row::statement(Plain, N::LocalDeclaration).entity(),
        "expression_statement" => Row::statement(Plain, N::ExpressionStatement).entity(),
        "export_statement" => Row::new(Plain).entity(),
        "return_statement" => Row::statement(Plain, N::Return),
        "throw_statement" => Row::statement(Plain, N::Throw),
        "break_statement" | "continue_statement" | "debugger_statement" => Row::statement(Plain, N::Jump),
        "if_statement" => Row::compound(Plain, N::If),
        "for_in_statement" => Row::compound(ForEach, N::Loop),
        "for_statement" => Row::compound(Scope, N::Loop),
        "while_statement" => Row::compound(Plain, N::Loop),
        "do_statement" => Row::statement(Plain, N::Loop),
        "switch_statement" => Row::compound(Scope, N::Switch),
        "switch_case" | "switch_default" => Row::node(Plain, N::Case),
        "try_statement" => Row::compound(Plain, N::Try),
        "catch_clause" => Row::node(Scope, N::Catch),
        "finally_clause" => Row::node(Plain, N::Finally),
        "labeled_statement" => Row::compound(Plain, N::Labelled),
        "with_statement" => Row::compound(Plain, N::Synchronized),
        // Expressions.
        "call_expression" => Row::node(Call, N::Call),
        "new_expression" => Row::node(New, N::New),
        "arguments" => Row::new(Arguments),
        "member_expression" => Row::node(Member, N::FieldAccess),
        "subscript_expression" => Row::node(Element, N::ArrayAccess),
        "assignment_expression" => Row::node(Assignment, N::Assignment).entity(),
        "augmented_assignment_expression" => Row::node(Update, N::Assignment),
        "update_expression" => Row::node(Update, N::Operation),
        "binary_expression" | "unary_expression" => Row::node(Plain, N::Operation),
        "ternary_expression" => Row::node(Plain, N::Conditional),
        "parenthesized_expression" => Row::node(Parenthesised, N::Parenthesised),
        _ => Row::new(Plain),
    }
}
