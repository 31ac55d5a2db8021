//! What is left of a change when its refactorings are taken out.
#![allow(clippy::unwrap_used)]

use refdiff::{LeftoverKind, Options, OtherFile, Residual, Sign, SourceText, compare};

type Files = Vec<(String, String)>;

fn sources(files: &Files) -> Vec<SourceText> {
    files.iter().map(|(path, text)| SourceText::new(path.as_str(), text.as_bytes())).collect()
}

fn file(path: &str, text: &str) -> (String, String) {
    (path.into(), text.into())
}

/// The residual, and the names of the refactorings.
fn residual(before: &Files, after: &Files) -> (Residual, Vec<String>) {
    let comparison = compare(&sources(before), &sources(after), &Options::default()).unwrap();
    let names = comparison.refactorings().iter().map(|r| r.refactoring.name().to_owned()).collect();
    (comparison.residual(&[]), names)
}

/// The lines that are left as code, with their signs.
fn left(residual: &Residual) -> Vec<String> {
    let shown = residual.hunks.iter().filter(|h| h.kind == LeftoverKind::Code).flat_map(|h| &h.lines);
    let edited = shown.filter(|l| l.sign != Sign::Context);
    let text = |l: &refdiff::PatchLine| {
        let sign = if l.sign == Sign::Removed { '-' } else { '+' };
        format!("{sign}{}", String::from_utf8_lossy(&l.text).trim())
    };
    edited.map(text).collect()
}

/// A method of `Till` and 200 calls of it in 50 files.
fn till(method: &str) -> Files {
    let mut files = vec![file(
        "shop/Till.java",
        &format!(
            "package shop;\n\npublic class Till {{\n    /** See {{@link #{method}}}. */\n    public int {method}(int price, int count) {{\n        \
             int sum = price * count;\n        log(sum);\n        return sum;\n    }}\n\n    \
             void log(int sum) {{\n        System.out.println(sum);\n    }}\n}}\n"
        ),
    )];
    for number in 0..50 {
        let mut text = format!("package shop;\n\nclass Counter{number} {{\n    Till till = new Till();\n");
        for call in 0..4 {
            text += &format!(
                "\n    int count{call}(int price) {{\n        return till.{method}(price, {call}) + {number};\n    }}\n"
            );
        }
        files.push(file(&format!("shop/Counter{number}.java"), &(text + "}\n")));
    }
    files
}

#[test]
fn a_renamed_method_with_all_its_calls_leaves_nothing() {
    let (residual, names) = residual(&till("total"), &till("sum"));
    assert_eq!(names, ["Rename Method"]);
    assert_eq!(left(&residual), [""; 0]);
    assert!(residual.pure);
    assert_eq!((residual.changed_lines, residual.explained_lines), (404, 404));
}

#[test]
fn an_operator_changed_beside_a_renamed_call_is_left_alone() {
    let mut after = till("sum");
    let edited = after[7].1.replacen("till.sum(price, 2) + 6", "till.sum(price, 2) - 6", 1);
    assert_ne!(edited, after[7].1);
    after[7].1 = edited;
    let (residual, _) = residual(&till("total"), &after);
    assert_eq!(left(&residual), ["-return till.total(price, 2) + 6;", "+return till.sum(price, 2) - 6;"]);
    assert!(!residual.pure);
}

const CART: &str = "package shop;

import java.util.List;

/**
 * A cart.
 */
public class Cart {
    private final List<Integer> prices;

    // Filled by the caller.
    public Cart(List<Integer> prices) {
        this.prices = prices;
    }

    public int total() {
        int sum = 0;
        for (int price : prices) {
            sum += price;
        }
        return sum;
    }
}
";

fn shop(cart_package: &str, cart: &str) -> Files {
    let import = if cart_package == "shop" { "" } else { "import shop.goods.Cart;\n\n" };
    let user = format!(
        "package shop;\n\n{import}class Desk {{\n    int pay(Cart cart) {{\n        return cart.total();\n    }}\n}}\n"
    );
    let cart = cart.replace("package shop;", &format!("package {cart_package};"));
    vec![file(&format!("{}/Cart.java", cart_package.replace('.', "/")), &cart), file("shop/Desk.java", &user)]
}

#[test]
fn a_moved_class_leaves_the_line_that_was_edited() {
    let (moved, names) = residual(&shop("shop", CART), &shop("shop.goods", CART));
    assert_eq!(names, ["Move Type"]);
    assert_eq!(left(&moved), [""; 0]);
    // The empty line that came with the import.
    assert_eq!(moved.changed_lines - moved.explained_lines, 0, "{:?}", moved.residual);
    let edited = CART.replace("sum += price;", "sum += price * 2;");
    let (residual, _) = residual(&shop("shop", CART), &shop("shop.goods", &edited));
    assert_eq!(left(&residual), ["-sum += price;", "+sum += price * 2;"]);
    let hunk = &residual.hunks[0];
    assert_eq!(hunk.before_file.as_ref().unwrap().to_string(), "shop/Cart.java");
    assert_eq!(hunk.after_file.as_ref().unwrap().to_string(), "shop/goods/Cart.java");
    assert_eq!((hunk.before_start, hunk.after_start), (16, 16));
}

#[test]
fn a_comment_goes_with_the_code_below_it() {
    let sum = "    /**\n     * Adds up.\n     * And more.\n     *\n     * @param x the first\n     */\n    static int sum(int x, int y) {\n        int s = x + y;\n        \
               System.out.println(\"sum \" + s);\n        return s;\n    }\n";
    let one = |name: &str, rest: &str| {
        file(
            &format!("{name}.java"),
            &format!("class {name} {{\n    int first() {{\n        return 1;\n    }}\n\n{rest}}}\n"),
        )
    };
    let before = vec![one("Here", sum), one("There", "")];
    let after = vec![one("Here", ""), one("There", &sum.replace("     * And more.\n", ""))];
    let (residual, names) = residual(&before, &after);
    assert_eq!(names, ["Move Method"]);
    let [hunk] = &residual.hunks[..] else { panic!("{:?}", residual.hunks) };
    assert_eq!(hunk.before_file.as_ref().unwrap().to_string(), "Here.java");
    assert_eq!(hunk.after_file.as_ref().unwrap().to_string(), "There.java");
    let lines: Vec<&[u8]> = hunk.lines.iter().map(|l| &l.text[..]).collect();
    assert_eq!(lines[1..5].concat(), b"    /**\n     * Adds up.\n     * And more.\n     *\n");
}

const REPORT: &str = "class Report {
    void print(Order order) {
        System.out.println(\"Order \" + order.id());
        int sum = 0;
        for (Item item : order.items()) {
            sum += item.price() * item.count();
        }
        System.out.println(\"Sum \" + sum);
        System.out.println(\"Thanks\");
    }
}
";

const EXTRACTED: &str = "class Report {
    void print(Order order) {
        System.out.println(\"Order \" + order.id());
        int sum = sum(order);
        System.out.println(\"Sum \" + sum);
        System.out.println(\"Thanks\");
    }

    private int sum(Order from) {
        int sum = 0;
        for (Item item : from.items()) {
            sum += item.price() * item.count();
        }
        return sum;
    }
}
";

#[test]
fn an_extracted_method_leaves_what_was_edited_in_it() {
    let one = |text: &str| vec![file("Report.java", text)];
    let (extracted, names) = residual(&one(REPORT), &one(EXTRACTED));
    assert_eq!(names, ["Extract Method"]);
    assert_eq!(left(&extracted), [""; 0]);
    assert!(extracted.pure);
    let edited = EXTRACTED.replace("item.count();", "item.count() + 1;");
    let (residual, _) = residual(&one(REPORT), &one(&edited));
    assert_eq!(
        left(&residual),
        ["-sum += item.price() * item.count();", "+sum += item.price() * item.count() + 1;"]
    );
}

#[test]
fn an_inlined_method_leaves_what_was_edited_in_it() {
    let one = |text: &str| vec![file("Report.java", text)];
    let (inlined, names) = residual(&one(EXTRACTED), &one(REPORT));
    assert_eq!(names, ["Inline Method"]);
    assert_eq!(left(&inlined), [""; 0]);
    let edited = REPORT.replace("item.count();", "item.count() + 1;");
    let (residual, _) = residual(&one(EXTRACTED), &one(&edited));
    assert_eq!(
        left(&residual),
        ["-sum += item.price() * item.count();", "+sum += item.price() * item.count() + 1;"]
    );
}

#[test]
fn an_added_parameter_is_named_and_left_with_its_arguments() {
    let text = |parameters: &str, arguments: &str| {
        vec![file(
            "Tax.java",
            &format!(
                "class Tax {{\n    int rate = 7;\n\n    int of(int price{parameters}) {{\n        int part = price * rate;\n        \
                 return part / 100;\n    }}\n\n    int twice(int price) {{\n        return 2 * of(price{arguments});\n    }}\n}}\n"
            ),
        )]
    };
    let (added, names) = residual(&text("", ""), &text(", boolean round", ", false"));
    assert_eq!(names, ["Change Method Signature"]);
    assert_eq!(
        left(&added),
        [
            "-int of(int price) {",
            "+int of(int price, boolean round) {",
            "-return 2 * of(price);",
            "+return 2 * of(price, false);"
        ]
    );
}

#[test]
fn a_moved_static_method_takes_its_call_sites_and_imports_along() {
    let body = "    static String trim(String text) {\n        String cut = text.strip();\n        \
                return cut.isEmpty() ? null : cut.toLowerCase(Locale.ROOT);\n    }\n";
    let types = |texts: &str, names: &str, import_texts: &str, import_names: &str, call: &str| {
        vec![
            file(
                "a/Texts.java",
                &format!("package a;\n\n{import_texts}class Texts {{\n    int other;\n{texts}}}\n"),
            ),
            file(
                "a/Names.java",
                &format!("package a;\n\n{import_names}class Names {{\n    int some;\n{names}}}\n"),
            ),
            file(
                "a/User.java",
                &format!(
                    "package a;\n\nclass User {{\n    String name(String s) {{\n        return {call}(s);\n    }}\n}}\n"
                ),
            ),
        ]
    };
    let import = "import java.util.Locale;\n\n";
    let (residual, names) =
        residual(&types(body, "", import, "", "Texts.trim"), &types("", body, "", import, "Names.trim"));
    assert_eq!(names, ["Move Method"]);
    assert_eq!(left(&residual), [""; 0]);
}

#[test]
fn layout_and_comments_are_apart() {
    let before = "class A {\n    // one\n    int m(int a) {\n        return a + 1;\n    }\n}\n";
    let after = "class A {\n    // two\n    int m(int a) {\n        return a\n            + 1;\n    }\n}\n";
    let (mut residual, _) = residual(&vec![file("A.java", before)], &vec![file("A.java", after)]);
    assert_eq!(left(&residual), [""; 0]);
    assert!(residual.pure);
    assert_eq!((residual.changed_lines, residual.explained_lines), (5, 0));
    assert!(residual.residual.iter().all(|l| l.kind == LeftoverKind::Layout));
    residual.leave_out(LeftoverKind::Layout);
    assert!(residual.hunks.is_empty());
}

#[test]
fn files_of_other_languages_stay_as_they_are() {
    let comparison = compare(&[], &[], &Options::default()).unwrap();
    let other = OtherFile {
        path: "notes.txt".into(),
        before: Some(b"a\nb\nc\n"[..].into()),
        after: Some(b"a\nx\nc"[..].into()),
    };
    let binary = OtherFile { path: "logo.png".into(), before: None, after: Some(b"\x89PNG\0"[..].into()) };
    let residual = comparison.residual(&[other, binary]);
    assert_eq!(left(&residual), ["-b", "-c", "+x", "+c"]);
    assert_eq!(residual.changed_lines, 4);
    assert!(!residual.pure);
    assert!(residual.residual.iter().any(|l| l.kind == LeftoverKind::Binary));
}

#[test]
fn a_line_that_was_doubled_is_not_hidden_by_its_twin() {
    let text = |body: &str| {
        format!(
            "class A {{\n    void m(List l) {{\n        l.add(1);\n{body}        l.size();\n        l.clear();\n    }}\n}}\n"
        )
    };
    let (residual, _) = residual(
        &vec![file("A.java", &text(""))],
        &vec![file("A.java", &text("        l.add(1);\n").replace("void m", "void fill"))],
    );
    assert_eq!(left(&residual), ["+l.add(1);"]);
}

#[test]
fn a_declaration_that_was_doubled_is_code() {
    let java = |twice: &str| {
        vec![file("A.java", &format!("class A {{\n    int f() {{ return 1; }}\n{twice}    int g;\n}}\n"))]
    };
    let (residual, _) = residual(&java(""), &java("    int f() { return 1; }\n"));
    assert_eq!(left(&residual), ["+int f() { return 1; }"]);
}

#[test]
fn what_a_refactoring_is_not_about_is_left() {
    let text = |word: &str, name: &str, body: &str| {
        vec![file(
            "Tank.java",
            &format!(
                "class Tank {{\n    int level;\n\n    {word}int {name}(int by) {{\n        level += by;\n        \
                 return level * by + 3;\n    }}\n\n    Runnable later(int by) {{\n        return new Task({name}(by)) {{\n            \
                 void run() {{ {body} }}\n        }};\n    }}\n}}\n"
            ),
        )]
    };
    let (renamed, names) =
        residual(&text("synchronized ", "fill", "start();"), &text("", "raise", "stop();"));
    assert_eq!(names, ["Rename Method"]);
    assert_eq!(
        left(&renamed),
        [
            "-synchronized int fill(int by) {",
            "+int raise(int by) {",
            "-void run() { start(); }",
            "+void run() { stop(); }"
        ]
    );
}

#[test]
fn receivers_stay_with_members_that_are_pulled_up() {
    let text = |base: &str, sub: &str, call: &str| {
        vec![file(
            "Doors.java",
            &format!(
                "class Base {{\n    int id;\n{base}}}\n\nclass Door extends Base {{\n    int width;\n{sub}}}\n\nclass User {{\n    \
                 void copy(Door from, Door to) {{\n        {call};\n    }}\n}}\n"
            ),
        )]
    };
    let method = "    void lock(boolean on) {\n        System.out.println(\"lock \" + id + on);\n        id = on ? 1 : id + 2;\n    }\n";
    let (residual, names) =
        residual(&text("", method, "to.lock(true)"), &text(method, "", "from.lock(true)"));
    assert_eq!(names, ["Pull Up Method"]);
    assert_eq!(left(&residual), ["-to.lock(true);", "+from.lock(true);"]);
}

#[test]
fn a_renamed_name_stands_for_no_other_method_of_that_name() {
    let text = |name: &str, other: &str| {
        vec![
            file(
                "Box.java",
                &format!(
                    "class Box {{\n    int[] parts;\n\n    int {name}() {{\n        int n = 0;\n        for (int part : parts) {{\n            n += part;\n        }}\n        return n;\n    }}\n}}\n"
                ),
            ),
            file(
                "Bill.java",
                &format!(
                    "class Bill {{\n    long total() {{\n        return 7;\n    }}\n\n    int size() {{\n        return 1;\n    }}\n\n    long twice(Bill bill) {{\n        return 2 * bill.{other}();\n    }}\n}}\n"
                ),
            ),
        ]
    };
    let (residual, names) = residual(&text("total", "total"), &text("size", "size"));
    assert_eq!(names, ["Rename Method"]);
    assert_eq!(left(&residual), ["-return 2 * bill.total();", "+return 2 * bill.size();"]);
}

#[test]
fn a_call_in_another_place_than_the_code_was_is_left() {
    let body = "        Route route = new Route(from);\n        route.drive(to);\n        route.check(from - to, 4);\n";
    let text = |first: &str, second: &str, more: &str| {
        vec![file(
            "Fleet.java",
            &format!(
                "class Fleet {{\n    void ship(int[] data) {{\n        int from = data[0] * 2;\n        int to = data[1] + 9;\n{first}        \
                 System.out.println(\"go\");\n{second}        System.out.println(\"end\");\n    }}\n{more}}}\n"
            ),
        )]
    };
    let method = format!("\n    private void drive(int from, int to) {{\n{body}    }}\n");
    let call = "        drive(from, to);\n";
    let before = text("", body, "");
    let (pure, names) = residual(&before, &text("", call, &method));
    assert_eq!((names, pure.pure), (vec!["Extract Method".to_owned()], true), "{:?}", left(&pure));
    for after in [
        text(call, "", &method),
        text("", &call.repeat(2), &method),
        text("", "        drive(to, from);\n", &method),
        text("", "        for (int i = 0; i < 2; i++) {\n            drive(from, to);\n        }\n", &method),
    ] {
        let (residual, _) = residual(&before, &after);
        assert!(!residual.pure, "{}", after[0].1);
    }
}

/// `Rates` and a user of its constant and nested type; the type's name may change.
fn rates(name: &str, user_imports: &str) -> Files {
    let body = "    public static final int MOST = 5;\n\n    public static class Row { public int cell; }\n\n    int scaled(int n) { int twice = n * 2; return twice - MOST; }\n";
    vec![
        file(&format!("bank/{name}.java"), &format!("package bank;\n\npublic class {name} {{\n{body}}}\n")),
        file(
            "shop/Desk.java",
            &format!(
                "package shop;\n\n{user_imports}\nclass Desk {{\n    Row row;\n    int most() {{ return MOST; }}\n}}\n"
            ),
        ),
    ]
}

#[test]
fn imports_of_what_is_inside_a_renamed_type_follow() {
    let imports = |name: &str| format!("import bank.{name}.Row;\nimport static bank.{name}.MOST;\n");
    let (residual, names) =
        residual(&rates("Rates", &imports("Rates")), &rates("Tariff", &imports("Tariff")));
    assert_eq!((names, left(&residual)), (vec!["Rename Type".to_owned()], vec![]));
    assert!(residual.pure);
}

#[test]
fn an_import_from_an_extracted_supertype_is_another_member() {
    let row = "    int twice(int n) { int sum = n + n; log(sum); return sum; }\n    int half(int n) { int part = n / 2; log(part); return part; }\n";
    let before = vec![
        file(
            "p/C.java",
            &format!("package p;\n\npublic class C {{\n    public static final int MAX = 5;\n{row}}}\n"),
        ),
        file(
            "q/D.java",
            "package q;\n\nimport static p.C.MAX;\n\nclass D {\n    int max() { return MAX; }\n}\n",
        ),
    ];
    let after = vec![
        file(
            "p/C.java",
            "package p;\n\npublic class C extends S {\n    public static final int MAX = 5;\n}\n",
        ),
        file(
            "p/S.java",
            &format!("package p;\n\npublic class S {{\n    public static final int MAX = 10;\n{row}}}\n"),
        ),
        file(
            "q/D.java",
            "package q;\n\nimport static p.S.MAX;\n\nclass D {\n    int max() { return MAX; }\n}\n",
        ),
    ];
    let (residual, names) = residual(&before, &after);
    assert!(names.iter().any(|n| n == "Extract Supertype"), "{names:?}");
    assert!(left(&residual).iter().any(|l| l.contains("import static p.S.MAX")), "{:?}", left(&residual));
}
