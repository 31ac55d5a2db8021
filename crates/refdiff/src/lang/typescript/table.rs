//! The meaning of the grammar's nodes, beyond JavaScript's.

use crate::lang::javascript;
use crate::lang::tree::{Act, Row, Slot};
use crate::model::NodeKind as N;

pub(super) fn row(kind: &str) -> Row {
    use Act::*;
    match kind {
        "type_identifier" => Row::new(TypeName),
        "abstract_class_declaration"
        | "interface_declaration"
        | "enum_declaration"
        | "type_alias_declaration"
        | "internal_module" => Row::node(Plain, N::TypeDeclaration).entity(),
        "enum_assignment" => Row::new(Plain).entity(),
        "method_signature" | "abstract_method_signature" | "property_signature" => {
            Row { ends: true, ..Row::new(Plain).entity() }
        }
        "public_field_definition" => Row { ends: true, ..Row::new(Plain).entity() },
        "extends_type_clause" => Row::new(Plain).in_slot(Slot::Supertypes),
        "required_parameter" | "optional_parameter" => Row::new(Default),
        "type_annotation"
        | "type_arguments"
        | "type_parameters"
        | "predefined_type"
        | "generic_type"
        | "union_type"
        | "intersection_type"
        | "array_type"
        | "tuple_type"
        | "object_type"
        | "function_type"
        | "constructor_type"
        | "literal_type"
        | "lookup_type"
        | "conditional_type"
        | "index_type_query"
        | "type_query"
        | "nested_type_identifier"
        | "readonly_type"
        | "parenthesized_type"
        | "type_predicate"
        | "type_predicate_annotation"
        | "template_literal_type"
        | "asserts"
        | "mapped_type_clause"
        | "index_signature"
        | "existential_type" => Row::new(Type),
        "as_expression" | "satisfies_expression" | "type_assertion" => Row::node(Parenthesised, N::Cast),
        "non_null_expression" => Row::new(Parenthesised),
        "instantiation_expression" => Row::new(Plain),
        _ => javascript::row(kind),
    }
}
