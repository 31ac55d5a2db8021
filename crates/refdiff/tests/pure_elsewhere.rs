//! Refactorings that change what lines mean that do not differ: these are left, too.
#![allow(clippy::unwrap_used)]

#[path = "support/pure.rs"]
mod support;

use support::{edited, is_pure};

#[test]
fn a_comment_that_takes_in_code_is_code() {
    let text = |name: &str, comment: &str| {
        format!(
            "class Desk {{\n    boolean admin;\n    int count;\n\n    void {name}(int x) {{\n        {comment}\n        if (!admin) throw new IllegalStateException();\n        \
             /* now do it */\n        count = count - x;\n        System.out.println(count);\n    }}\n}}\n"
        )
    };
    edited(
        &text("drop", "/* check */"),
        &text("remove", "/* check */"),
        &[("/* check */", "/* check"), ("/* check */", "/* check now")],
    );
    let one = |text: String| vec![("A.java", text)];
    assert!(!is_pure(&one(text("drop", "/* check */")), &one(text("drop", "/* check"))));
}

#[test]
fn code_does_not_change_its_method_by_way_of_lines_that_stay() {
    let before = "class Desk {
    boolean admin;
    int c;

    void delete(int x) {
        System.out.println(\"start\");
        if (!admin) throw new IllegalStateException();
        c = c - x;
        System.out.println(c);
    }

    void update(int x) {
        System.out.println(\"start2\");
        if (!admin) throw new IllegalStateException();
        c = c - x;
        System.out.println(c);
    }
}
";
    let after = "class Desk {
    boolean admin;
    int c;

    void delete(int x) {
        System.out.println(\"start\");
    }

    void apply(int x) {
        if (!admin) throw new IllegalStateException();
        c = c - x;
        System.out.println(c);
    }

    void update(int x) {
        System.out.println(\"start2\");
        apply(x);
    }
}
";
    let one = |text: &str| vec![("A.java", text.to_owned())];
    assert!(!is_pure(&one(before), &one(after)), "delete no longer does it");
    let called = after.replacen("\"start\");\n", "\"start\");\n        apply(x);\n", 1);
    assert!(is_pure(&one(before), &one(&called)));
}

#[test]
fn a_sibling_that_differed_is_not_pulled_up_in_silence() {
    let text = |base: &str, b: &str, c: &str| {
        format!(
            "class Base {{\n    int id;\n{base}}}\n\nclass B extends Base {{\n    int b;\n{b}}}\n\nclass C extends Base {{\n    int c;\n{c}}}\n"
        )
    };
    let with = "    void twice(int x) {\n        System.out.println(x * 2);\n        System.out.println(\"log\");\n        System.out.println(\"end\" + x);\n    }\n";
    let without = with.replace("        System.out.println(\"log\");\n", "");
    let one = |text: String| vec![("A.java", text)];
    assert!(is_pure(&one(text("", with, with)), &one(text(with, "", ""))));
    assert!(!is_pure(&one(text("", with, &without)), &one(text(with, "", ""))));
    assert!(!is_pure(&one(text(with, "", "")), &one(text("", with, &without))));
}

#[test]
fn a_method_that_overrides_another_one_now_is_left() {
    let text = |name: &str| {
        format!(
            "class Base {{\n    void init() {{\n        System.out.println(\"base\");\n    }}\n}}\n\nclass Door extends Base {{\n    int width;\n\n    \
             void {name}() {{\n        width = width * 2 + 1;\n        System.out.println(\"door \" + width);\n    }}\n\n    void go() {{\n        {name}();\n    }}\n}}\n"
        )
    };
    edited(&text("setup"), &text("prepare"), &[]);
    let one = |text: String| vec![("A.java", text)];
    assert!(!is_pure(&one(text("setup")), &one(text("init"))), "it overrides init() now");
    assert!(!is_pure(&one(text("setup")), &one(text("toString"))), "every object has that one");
}

#[test]
fn an_overload_takes_no_calls_from_others() {
    let text = |parameter: &str, extracted: bool| {
        let code = "        System.out.println(\"help \" + n);\n        count = count + n * 3;\n";
        let (call, made) = if extracted {
            ("        help(n);\n".to_owned(), format!("\n    void help({parameter} n) {{\n{code}    }}\n"))
        } else {
            (code.to_owned(), String::new())
        };
        format!(
            "class Desk {{\n    int count;\n\n    void go() {{\n        help(1);\n    }}\n\n    void run(int n) {{\n        System.out.println(\"run\");\n{call}        \
             System.out.println(\"done\");\n    }}\n\n    void help(long n) {{\n        System.out.println(\"long \" + n);\n    }}\n{made}}}\n"
        )
    };
    let one = |text: String| vec![("A.java", text)];
    assert!(!is_pure(&one(text("int", false)), &one(text("int", true))), "go() calls another method now");
}

#[test]
fn a_field_is_shared_as_before() {
    let text = |base: &str, sub: &str, word: &str| {
        let field = format!("    {word} int count = 3;\n");
        let uses = "\n    int next(int n) {\n        return count * n + count;\n    }\n";
        let put = |on: &str| if on == "x" { field.clone() } else { String::new() };
        format!(
            "class Base {{\n    int id;\n{}}}\n\nclass B extends Base {{\n{}{uses}}}\n\nclass C extends Base {{\n{}{uses}}}\n",
            put(base),
            put(sub),
            put(sub)
        )
    };
    let one = |text: String| vec![("A.java", text)];
    assert!(is_pure(&one(text("", "x", "protected")), &one(text("x", "", "protected"))));
    assert!(!is_pure(&one(text("", "x", "protected static")), &one(text("x", "", "protected static"))));
}

#[test]
fn a_line_inside_of_a_text_is_code() {
    let text = |name: &str, line: &str| {
        format!(
            "class Query {{\n    String {name}(int n) {{\n        String sql = \"\"\"\n            select a\n            {line}\n            limit 3\n            \"\"\";\n        \
             return sql + n;\n    }}\n}}\n"
        )
    };
    edited(&text("read", "from t"), &text("fetch", "from t"), &[("from t", "from u")]);
}

#[test]
fn a_type_is_made_ready_when_it_was() {
    let text = |a: &str, b: &str, call: &str| {
        format!(
            "class A {{\n    int n;\n{a}}}\n\nclass B {{\n    int m;\n\n    static {{\n        System.out.println(\"B is used\");\n    }}\n{b}}}\n\nclass C {{\n    \
             int m;\n}}\n\nclass User {{\n    int run(int x) {{\n        return {call}.weigh(x);\n    }}\n}}\n"
        )
    };
    let method = "\n    static int weigh(int x) {\n        int sum = x * 3;\n        System.out.println(\"sum \" + sum);\n        return sum + 4;\n    }\n";
    let one = |text: String| vec![("A.java", text)];
    assert!(!is_pure(&one(text(method, "", "A")), &one(text("", method, "B"))), "a call of B runs its block");
}

/// It does not compile, and is no way to write the same.
#[test]
fn a_method_of_an_object_is_not_called_on_its_type() {
    let text = |name: &str| {
        format!(
            "class {name} {{\n    int seen;\n\n    void check() {{\n        seen = seen + 1;\n        System.out.println(seen);\n    }}\n\n    \
             static void all({name} one, {name} two) {{\n        one.check();\n        two.check();\n        System.out.println(\"done\");\n    }}\n}}\n"
        )
    };
    edited(&text("Probe"), &text("Gauge"), &[("one.check();", "Gauge.check();")]);
}

#[test]
fn an_import_says_which_type_is_meant() {
    let files = |package: &str, import: &str| {
        vec![(
            if package == "a" { "a/Texts.java" } else { "b/Texts.java" },
            format!(
                "package {package};\n\nimport {import};\n\nclass Texts {{\n    List names;\n\n    int count(int n) {{\n        int sum = names.size() * n;\n        sum += 4;\n        return sum - n / 3;\n    }}\n}}\n"
            ),
        )]
    };
    assert!(is_pure(&files("a", "java.util.List"), &files("b", "java.util.List")));
    assert!(!is_pure(&files("a", "java.util.List"), &files("b", "org.example.List")));
}
