//! The meaning of the grammar's nodes. It has few fields: the role of most nodes in their parent follows from their
//! kind or position.

use crate::lang::tree::{Act, Row, Slot};
use crate::model::NodeKind as N;

pub(super) fn slot(field: &str) -> Slot {
    match field {
        "name" => Slot::Name,
        "left" => Slot::Left,
        "right" => Slot::Right,
        _ => Slot::None,
    }
}

pub(super) fn row(kind: &str) -> Row {
    use Act::*;
    match kind {
        "line_comment" | "block_comment" | "shebang" => Row::new(Skip),
        "identifier" => Row::new(Name),
        "string_literal" | "multiline_string_literal" => Row::new(Text),
        "interpolation" => Row::new(Code),
        "number_literal" | "float_literal" | "character_literal" => Row::new(Literal),
        "this_expression" => Row::new(This),
        "super_expression" => Row::new(Super),
        "package_header" => Row::new(Package),
        "import" => Row::new(Import),
        // Declarations.
        "class_declaration" | "object_declaration" | "companion_object" | "type_alias" => {
            Row::node(Plain, N::TypeDeclaration).entity()
        }
        "function_declaration" => Row::node(Function, N::TypeDeclaration).entity(),
        "primary_constructor" | "secondary_constructor" => Row::new(Function).entity(),
        "anonymous_initializer" => Row::new(Plain).entity(),
        "property_declaration" => Row::statement(Declarator, N::LocalDeclaration).entity(),
        "enum_entry" => Row::new(Plain).entity(),
        "delegation_specifiers" => Row::new(Plain).in_slot(Slot::Supertypes),
        "function_body" => Row::new(Plain).in_slot(Slot::Body),
        "annotation" | "file_annotation" => Row::new(Annotation),
        "function_value_parameters" | "class_parameters" => Row::new(Parameters),
        "parameter" | "class_parameter" | "parameter_with_optional_type" => Row::new(Default),
        "lambda_parameters" => Row::new(Plain).in_slot(Slot::Parameter),
        "variable_declaration" => Row::new(Target),
        "multi_variable_declaration" => Row::new(Plain),
        "getter" | "setter" => Row::new(Target).entity(),
        "user_type" | "nullable_type" | "function_type" | "parenthesized_type" | "type_arguments"
        | "type_parameters" | "type_constraints" | "non_nullable_type" => Row::new(Type),
        // Statements.
        "block" => Row::node(Block, N::Block),
        "if_expression" => Row::node(Plain, N::If),
        "when_expression" => Row::node(Scope, N::Switch),
        "when_entry" => Row::node(Plain, N::Case),
        "for_statement" => Row::compound(ForEach, N::Loop),
        "while_statement" | "do_while_statement" => Row::compound(Plain, N::Loop),
        "try_expression" => Row::node(Plain, N::Try),
        "catch_block" => Row::node(Target, N::Catch),
        "finally_block" => Row::node(Plain, N::Finally),
        "return_expression" => Row::statement(Plain, N::Return),
        "throw_expression" => Row::statement(Plain, N::Throw),
        "break_expression" | "continue_expression" => Row::statement(Plain, N::Jump),
        "labeled_expression" => Row::compound(Plain, N::Labelled),
        "assignment" => Row::node(Assignment, N::Assignment),
        // Expressions.
        "call_expression" => Row::node(Call, N::Call),
        "constructor_invocation" | "constructor_delegation_call" => Row::node(Plain, N::Call),
        "value_arguments" | "annotated_lambda" => Row::new(Arguments),
        "value_argument" => Row::new(NamedArgument),
        "navigation_expression" => Row::node(Member, N::FieldAccess),
        "index_expression" => Row::node(Element, N::ArrayAccess),
        "binary_expression" | "range_expression" | "in_expression" | "is_expression" | "infix_expression" => {
            Row::node(Plain, N::Operation)
        }
        // `x!!` has the same meaning as `x`.
        "unary_expression" => Row::node(Parenthesised, N::Operation),
        "as_expression" => Row::node(Parenthesised, N::Cast),
        "lambda_literal" | "anonymous_function" => Row::node(Function, N::Lambda),
        "callable_reference" => Row::node(Plain, N::MethodReference),
        "parenthesized_expression" => Row::node(Parenthesised, N::Parenthesised),
        _ => Row::new(Plain),
    }
}
