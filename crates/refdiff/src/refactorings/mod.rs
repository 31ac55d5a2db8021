//! The relationships: one file per relationship, with its rule, its threshold and its example.
//!
//! The order is that of the paper's table, except that Change Method Signature goes before Rename Method, as in the
//! paper's tool: a method that kept its name is matched before other methods can be matched as renamed.

mod change_method_signature;
mod confidence;
mod details;
mod extract_and_move_method;
mod extract_class;
mod extract_method;
mod extract_subclass;
mod extract_supertype;
mod inline_method;
mod kind;
mod move_and_inline_method;
mod move_and_rename_field;
mod move_and_rename_method;
mod move_and_rename_type;
mod move_field;
mod move_method;
mod move_package;
mod move_type;
mod patterns;
mod pull_up_field;
mod pull_up_method;
mod push_down_field;
mod push_down_method;
mod rename_field;
mod rename_method;
mod rename_package;
mod rename_type;

mod group;

pub(crate) use confidence::confidence;
pub use group::Group;
pub use kind::UnknownType;

use crate::matching::evidence::Owners;
use crate::matching::{Considered, Context, Fate, Join, Judgement, Multiplicity, Pair};
use crate::model::{EntityId, Level};

/// A pair for which a relationship holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub refactoring: RefactoringType,
    pub before: EntityId,
    pub after: EntityId,
    /// How similar they are; `None` where there is nothing to compare.
    pub similarity: Option<f64>,
    /// How strong the evidence is, from 0 to 1.
    pub strength: f64,
}

impl Found {
    /// A new type made of this many members of another.
    pub(crate) fn composed(refactoring: RefactoringType, owners: Owners, members: usize) -> Found {
        let strength = 1.0 - 1.0 / (1.0 + members as f64);
        Found { refactoring, before: owners.before, after: owners.after, similarity: None, strength }
    }

    /// Turns the judgement of an origin rule into a report; records it if the pair is being traced.
    pub(crate) fn judged(
        context: &Context<'_>,
        refactoring: RefactoringType,
        (before, after): (EntityId, EntityId),
        similarity: f64,
        judgement: Judgement,
    ) -> Option<Found> {
        let fate = match judgement {
            Ok(verdict) => Fate::Accepted(verdict),
            Err(reason) => Fate::Refused(reason),
        };
        let considered = || Considered { refactoring, before, after, similarity: Some(similarity), fate };
        context.record(considered, before, after);
        let verdict = judgement.ok()?;
        Some(Found { refactoring, before, after, similarity: Some(similarity), strength: verdict.strength })
    }
}

/// When a matching relationship holds, apart from its similarity.
pub(crate) struct MatchingRule {
    /// What the condition implies, so that only such pairs are considered.
    pub join: Join,
    pub multiplicity: Multiplicity,
    pub condition: fn(&Context<'_>, EntityId, EntityId) -> bool,
    /// Whether a pair that satisfies the condition is accepted.
    pub judge: fn(&Context<'_>, &Pair) -> Judgement,
}

/// How a relationship is found.
pub(crate) enum Rule {
    /// The entities are matched; pairs conflict, and the most similar pair wins.
    Matching(MatchingRule),
    /// One entity comes from the other, but they are not matched; all pairs above the threshold count.
    Origin(fn(&Context<'_>, f64) -> Vec<Found>),
    /// Derived for types from their moved members, once all members are matched.
    Composite(fn(&Context<'_>) -> Vec<Found>),
    /// A finer name for some results of another rule.
    FinerName,
    /// Derived for packages from their moved types; see `matching/packages.rs`.
    Package,
    /// Something finer than an entity, or a pattern; see `crate::details` and `crate::patterns`.
    Detail,
}

/// All information on a refactoring type.
pub struct TypeInfo {
    #[allow(missing_docs)]
    pub refactoring: RefactoringType,
    /// The name for people.
    pub name: &'static str,
    /// The equivalent names of RefactoringMiner, where they differ.
    pub aliases: &'static [&'static str],
    /// Its group.
    pub group: Group,
    /// The level of its entities. Packages have the level of types, and details inside a method the level of methods.
    pub level: Level,
    /// Whether the two entities are the same one before and after, rather than one made from the other.
    pub corresponds: bool,
    /// Whether it preserves the behaviour of the program, and so explains lines if the proof holds. A type that does
    /// not only names a change and explains nothing.
    pub preserves: bool,
    /// Whether it moves code to another place.
    pub moves: bool,
    /// Whether it is shown only where its type is asked for: too few of the reports that were read are right, or too few
    /// were read.
    pub doubtful: bool,
    /// A one-line description for people; `report/describe.rs` documents the placeholders.
    pub sentence: &'static str,
    /// RefactoringMiner's text after the type's name; empty where that needs more than a sentence with placeholders.
    pub rminer: &'static str,
    /// The share of correct reports by strength, on labelled commits: points of a rising line; empty where it was not
    /// measured. accuracy/README.md describes the method. Packages have no labels of their own, only their types do.
    /// Change Method Signature uses the line of methods that keep their name along the hierarchy. For extracted and
    /// inlined methods the strength is the fitted probability.
    pub confidence: &'static [(f64, f64)],
    /// The published threshold, or the tool's where none was published; `None` for types that the paper does not
    /// have.
    pub paper_threshold: Option<f64>,
    /// Its meaning in one sentence.
    pub summary: &'static str,
    /// Java before the refactoring.
    pub example_before: &'static str,
    /// Java after it.
    pub example_after: &'static str,
    /// The rule of the paper.
    pub(crate) rule: Rule,
    /// The rule with more evidence, where there is one.
    pub(crate) evidence: Option<Rule>,
}

impl TypeInfo {
    /// The rule that a profile uses.
    pub(crate) fn rule(&self, evidence: bool) -> &Rule {
        self.evidence.as_ref().filter(|_| evidence).unwrap_or(&self.rule)
    }
}

// The list of all types, in the order in which they are searched for.
kind::types! {
    RenameType => rename_type::INFO,
    MoveType => move_type::INFO,
    MoveAndRenameType => move_and_rename_type::INFO,
    ExtractSupertype => extract_supertype::INFO,
    ChangeMethodSignature => change_method_signature::INFO,
    RenameMethod => rename_method::INFO,
    PullUpMethod => pull_up_method::INFO,
    PushDownMethod => push_down_method::INFO,
    MoveMethod => move_method::INFO,
    MoveAndRenameMethod => move_and_rename_method::INFO,
    ExtractMethod => extract_method::INFO,
    InlineMethod => inline_method::INFO,
    PullUpField => pull_up_field::INFO,
    PushDownField => push_down_field::INFO,
    MoveField => move_field::INFO,
    RenameField => rename_field::INFO,
    MoveAndRenameField => move_and_rename_field::INFO,
    ExtractClass => extract_class::INFO,
    ExtractSubclass => extract_subclass::INFO,
    ExtractAndMoveMethod => extract_and_move_method::INFO,
    MoveAndInlineMethod => move_and_inline_method::INFO,
    RenamePackage => rename_package::INFO,
    MovePackage => move_package::INFO,
    AddParameter => details::signature::ADD_PARAMETER,
    RemoveParameter => details::signature::REMOVE_PARAMETER,
    RenameParameter => details::signature::RENAME_PARAMETER,
    ChangeParameterType => details::signature::CHANGE_PARAMETER_TYPE,
    ReorderParameter => details::signature::REORDER_PARAMETER,
    ParameterizeVariable => details::signature::PARAMETERIZE_VARIABLE,
    LocalizeParameter => details::signature::LOCALIZE_PARAMETER,
    ParameterizeField => details::signature::PARAMETERIZE_FIELD,
    ChangeReturnType => details::signature::CHANGE_RETURN_TYPE,
    AddThrownExceptionType => details::signature::ADD_THROWN_EXCEPTION_TYPE,
    RemoveThrownExceptionType => details::signature::REMOVE_THROWN_EXCEPTION_TYPE,
    ChangeThrownExceptionType => details::signature::CHANGE_THROWN_EXCEPTION_TYPE,
    ChangeFieldType => details::declarations::CHANGE_FIELD_TYPE,
    ChangeTypeKind => details::declarations::CHANGE_TYPE_KIND,
    ChangeTypeAccessModifier => details::modifiers::CHANGE_TYPE_ACCESS_MODIFIER,
    ChangeMethodAccessModifier => details::modifiers::CHANGE_METHOD_ACCESS_MODIFIER,
    ChangeFieldAccessModifier => details::modifiers::CHANGE_FIELD_ACCESS_MODIFIER,
    AddTypeModifier => details::modifiers::ADD_TYPE_MODIFIER,
    RemoveTypeModifier => details::modifiers::REMOVE_TYPE_MODIFIER,
    AddMethodModifier => details::modifiers::ADD_METHOD_MODIFIER,
    RemoveMethodModifier => details::modifiers::REMOVE_METHOD_MODIFIER,
    AddFieldModifier => details::modifiers::ADD_FIELD_MODIFIER,
    RemoveFieldModifier => details::modifiers::REMOVE_FIELD_MODIFIER,
    AddParameterModifier => details::modifiers::ADD_PARAMETER_MODIFIER,
    RemoveParameterModifier => details::modifiers::REMOVE_PARAMETER_MODIFIER,
    AddVariableModifier => details::modifiers::ADD_VARIABLE_MODIFIER,
    RemoveVariableModifier => details::modifiers::REMOVE_VARIABLE_MODIFIER,
    AddTypeAnnotation => details::annotations::ADD_TYPE_ANNOTATION,
    RemoveTypeAnnotation => details::annotations::REMOVE_TYPE_ANNOTATION,
    ModifyTypeAnnotation => details::annotations::MODIFY_TYPE_ANNOTATION,
    AddMethodAnnotation => details::annotations::ADD_METHOD_ANNOTATION,
    RemoveMethodAnnotation => details::annotations::REMOVE_METHOD_ANNOTATION,
    ModifyMethodAnnotation => details::annotations::MODIFY_METHOD_ANNOTATION,
    AddFieldAnnotation => details::annotations::ADD_FIELD_ANNOTATION,
    RemoveFieldAnnotation => details::annotations::REMOVE_FIELD_ANNOTATION,
    ModifyFieldAnnotation => details::annotations::MODIFY_FIELD_ANNOTATION,
    AddParameterAnnotation => details::annotations::ADD_PARAMETER_ANNOTATION,
    RemoveParameterAnnotation => details::annotations::REMOVE_PARAMETER_ANNOTATION,
    ModifyParameterAnnotation => details::annotations::MODIFY_PARAMETER_ANNOTATION,
    AddVariableAnnotation => details::annotations::ADD_VARIABLE_ANNOTATION,
    RemoveVariableAnnotation => details::annotations::REMOVE_VARIABLE_ANNOTATION,
    ModifyVariableAnnotation => details::annotations::MODIFY_VARIABLE_ANNOTATION,
    RenameVariable => details::variables::RENAME_VARIABLE,
    ChangeVariableType => details::variables::CHANGE_VARIABLE_TYPE,
    ExtractVariable => details::variables::EXTRACT_VARIABLE,
    InlineVariable => details::variables::INLINE_VARIABLE,
    ReplaceVariableWithField => details::variables::REPLACE_VARIABLE_WITH_FIELD,
    ReplaceFieldWithVariable => details::variables::REPLACE_FIELD_WITH_VARIABLE,
    MergeParameter => details::signature::MERGE_PARAMETER,
    SplitParameter => details::signature::SPLIT_PARAMETER,
    EncapsulateField => details::declarations::ENCAPSULATE_FIELD,
    ExtractField => details::declarations::EXTRACT_FIELD,
    InlineField => details::declarations::INLINE_FIELD,
    InvertCondition => details::conditions::INVERT_CONDITION,
    SplitConditional => details::conditions::SPLIT_CONDITIONAL,
    MergeConditional => details::conditions::MERGE_CONDITIONAL,
    ReplaceConditionalWithTernary => details::conditions::REPLACE_CONDITIONAL_WITH_TERNARY,
    TryWithResources => details::conditions::TRY_WITH_RESOURCES,
    ReplaceGenericWithDiamond => details::conditions::REPLACE_GENERIC_WITH_DIAMOND,
    ReplaceMagicNumberWithConstant => patterns::values::REPLACE_MAGIC_NUMBER_WITH_CONSTANT,
    ReplaceTempWithQuery => patterns::values::REPLACE_TEMP_WITH_QUERY,
    IntroduceParameterObject => patterns::parameters::INTRODUCE_PARAMETER_OBJECT,
    PreserveWholeObject => patterns::parameters::PRESERVE_WHOLE_OBJECT,
    ParameterizeMethod => patterns::methods::PARAMETERIZE_METHOD,
    SeparateQueryFromModifier => patterns::methods::SEPARATE_QUERY_FROM_MODIFIER,
    ReplaceConstructorWithFactoryMethod => patterns::creation::REPLACE_CONSTRUCTOR_WITH_FACTORY_METHOD,
    PullUpConstructorBody => patterns::creation::PULL_UP_CONSTRUCTOR_BODY,
    ReplaceMethodWithMethodObject => patterns::creation::REPLACE_METHOD_WITH_METHOD_OBJECT,
    EncapsulateCollection => patterns::fields::ENCAPSULATE_COLLECTION,
    SelfEncapsulateField => patterns::fields::SELF_ENCAPSULATE_FIELD,
    ReplaceTypeCodeWithClass => patterns::codes::REPLACE_TYPE_CODE_WITH_CLASS,
    ReplaceTypeCodeWithSubclasses => patterns::codes::REPLACE_TYPE_CODE_WITH_SUBCLASSES,
    ReplaceTypeCodeWithState => patterns::codes::REPLACE_TYPE_CODE_WITH_STATE,
    ReplaceConditionalWithPolymorphism => patterns::hierarchy::REPLACE_CONDITIONAL_WITH_POLYMORPHISM,
    FormTemplateMethod => patterns::hierarchy::FORM_TEMPLATE_METHOD,
    IntroduceNullObject => patterns::hierarchy::INTRODUCE_NULL_OBJECT,
    InlineClass => patterns::hierarchy::INLINE_CLASS,
    HideDelegate => patterns::delegation::HIDE_DELEGATE,
    RemoveMiddleMan => patterns::delegation::REMOVE_MIDDLE_MAN,
    ReplaceInheritanceWithDelegation => patterns::delegation::REPLACE_INHERITANCE_WITH_DELEGATION,
    ReplaceDelegationWithInheritance => patterns::delegation::REPLACE_DELEGATION_WITH_INHERITANCE,
    ReplaceNestedConditionalWithGuardClauses => patterns::conditions::REPLACE_NESTED_CONDITIONAL_WITH_GUARD_CLAUSES,
    DecomposeConditional => patterns::conditions::DECOMPOSE_CONDITIONAL,
    ConsolidateDuplicateConditionalFragments => patterns::conditions::CONSOLIDATE_DUPLICATE_CONDITIONAL_FRAGMENTS,
    RemoveControlFlag => patterns::conditions::REMOVE_CONTROL_FLAG,
    ReplaceErrorCodeWithException => patterns::conditions::REPLACE_ERROR_CODE_WITH_EXCEPTION,
}

/// The information on all types, in the order in which they are searched for.
pub fn all() -> impl Iterator<Item = &'static TypeInfo> {
    RefactoringType::ALL.into_iter().map(RefactoringType::info)
}

/// The relationships between entities: all types that are not finer than an entity.
pub fn relationships() -> impl Iterator<Item = &'static TypeInfo> {
    all().filter(|info| info.group == Group::Structure)
}
