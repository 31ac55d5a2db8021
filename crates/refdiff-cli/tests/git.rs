//! What git can hold: every shape of repository and commit.
#![allow(clippy::unwrap_used)]

mod support;

use support::{RENAMED, Repo, class, fixture, found, git, run};

/// A repository with a commit that renames a method.
fn renamed() -> (Repo, String) {
    let repo = Repo::new();
    repo.write("src/a/Sum.java", class("a", "Sum", "calc"));
    repo.commit("first");
    repo.write("src/a/Sum.java", class("a", "Sum", "total"));
    let id = repo.commit("second");
    (repo, id)
}

#[test]
fn a_commit_and_its_contract() {
    let (repo, id) = renamed();
    let run = repo.run(&["show", "--format", "jsonl"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(run.found(), [RENAMED]);
    let object = &run.objects()[0];
    assert_eq!(object["schema"], 1);
    assert_eq!(object["commit"], id.as_str());
    assert_eq!(object["parent"], repo.git(&["rev-parse", "HEAD~1"]).as_str());
    assert_eq!(object["after_rev"], object["commit"]);
    assert_eq!(object["before_rev"], object["parent"]);
    assert_eq!(object["author"]["name"], "Ada");
    assert_eq!(object["author"]["date"], repo.git(&["show", "-s", "--format=%aI"]).as_str());
    assert_eq!(object["subject"], "second");
    assert_eq!(object["files"]["changed"], 1);
    assert_eq!(object["incomplete"], serde_json::json!([]));
    let before = &object["refactorings"][0]["before"];
    assert_eq!((&before["kind"], &before["file"]), (&"method".into(), &"src/a/Sum.java".into()));
    assert_eq!([&before["start_line"], &before["start_column"]], [6, 5]);
    assert_eq!([&before["end_line"], &before["end_column"]], [12, 5]);
    let text = class("a", "Sum", "calc");
    let bytes =
        before["start_byte"].as_u64().unwrap() as usize..before["end_byte"].as_u64().unwrap() as usize;
    assert!(text[bytes.clone()].starts_with("int calc(") && text[bytes].ends_with('}'));
}

#[test]
fn a_root_commit_has_no_parent_and_is_not_read() {
    let repo = Repo::new();
    repo.write("A.java", class("a", "A", "m"));
    repo.commit("root");
    let run = repo.run(&["show", "--format", "jsonl"]);
    assert_eq!(run.code, 0);
    assert!(run.objects()[0]["parent"].is_null());
    assert_eq!(run.objects()[0]["files"]["analysed"], 0);
    assert!(run.found().is_empty());
    let text = repo.run(&["show"]);
    assert!(text.out.contains("no parent to compare"), "{}", text.out);
}

#[test]
fn a_merge_is_compared_with_the_parent_that_is_asked_for() {
    let (repo, _) = renamed();
    repo.git(&["checkout", "-q", "-b", "side", "HEAD~1"]);
    repo.write("src/a/Other.java", class("a", "Other", "other"));
    repo.commit("side");
    repo.git(&["merge", "-q", "--no-edit", "main"]);
    assert_eq!(repo.run(&["show", "--format", "jsonl"]).found(), [RENAMED]);
    assert!(repo.run(&["show", "--parent", "2", "--format", "jsonl"]).found().is_empty());
    let third = repo.run(&["show", "--parent", "3"]);
    assert_eq!(third.code, 2);
    assert!(third.err.contains("has 2 parent(s), so there is no parent 3"), "{}", third.err);
    assert_eq!(repo.run(&["log", "--format", "jsonl"]).objects().len(), 3);
    assert_eq!(repo.run(&["log", "--merges", "--format", "jsonl"]).objects().len(), 1);
    assert_eq!(repo.run(&["log", "--include-merges", "--format", "jsonl"]).objects().len(), 4);
}

#[test]
fn renamed_files_and_changed_modes_alone_are_nothing() {
    let repo = Repo::new();
    repo.write("a/One.java", class("a", "One", "m"));
    repo.commit("first");
    repo.git(&["mv", "a/One.java", "a/Two.java"]);
    repo.commit("only the file's name");
    assert!(repo.run(&["show", "--format", "jsonl"]).found().is_empty());
    repo.git(&["update-index", "--chmod=+x", "a/Two.java"]);
    repo.git(&["commit", "-q", "-m", "only the mode"]);
    let run = repo.run(&["show", "--format", "jsonl"]);
    assert!(run.found().is_empty());
    assert_eq!(run.objects()[0]["files"], serde_json::json!({"changed": 1, "analysed": 0, "skipped": {}}));
}

#[test]
fn a_path_that_is_not_utf8_is_quoted_as_git_does() {
    use std::os::unix::ffi::OsStrExt;
    let repo = Repo::new();
    let file = repo.path().join(std::ffi::OsStr::from_bytes(b"S\xfcm.java"));
    std::fs::write(&file, class("a", "Sum", "calc")).unwrap();
    repo.commit("first");
    std::fs::write(&file, class("a", "Sum", "total")).unwrap();
    repo.commit("second");
    let run = repo.run(&["show", "--format", "jsonl"]);
    assert_eq!(run.found(), [RENAMED]);
    assert_eq!(run.objects()[0]["refactorings"][0]["before"]["file"], "\"S\\374m.java\"");
}

#[test]
fn a_missing_blob_is_named_and_the_rest_is_analysed() {
    let (repo, _) = renamed();
    repo.write("b/Gone.java", class("b", "Gone", "m"));
    repo.write("src/a/Sum.java", class("a", "Sum", "calc"));
    repo.commit("third");
    let blob = repo.git(&["rev-parse", "HEAD:b/Gone.java"]);
    std::fs::remove_file(repo.path().join(format!(".git/objects/{}/{}", &blob[..2], &blob[2..]))).unwrap();
    let run = repo.run(&["show", "--format", "jsonl"]);
    assert_eq!(run.code, 3);
    assert_eq!(run.found(), ["Rename Method: a.Sum.total(int[]) -> a.Sum.calc(int[])"]);
    assert_eq!(run.objects()[0]["incomplete"][0]["file"], "b/Gone.java");
    assert!(run.err.contains("b/Gone.java") && run.err.contains("is missing"), "{}", run.err);
}

#[test]
fn a_missing_tree_costs_its_commit_and_no_other() {
    let (repo, _) = renamed();
    repo.write("deep/er/A.java", class("deep.er", "A", "m"));
    repo.commit("third");
    let tree = repo.git(&["rev-parse", "HEAD:deep"]);
    std::fs::remove_file(repo.path().join(format!(".git/objects/{}/{}", &tree[..2], &tree[2..]))).unwrap();
    let run = repo.run(&["log", "--format", "jsonl"]);
    assert_eq!(run.code, 3);
    let objects = run.objects();
    assert_eq!(objects.len(), 3);
    assert_eq!(objects[0]["incomplete"].as_array().unwrap().len(), 1);
    assert_eq!(found(&objects[1]), [RENAMED]);
}

#[test]
fn links_and_submodules_are_left_alone() {
    let (repo, _) = renamed();
    std::os::unix::fs::symlink("src/a/Sum.java", repo.path().join("Link.java")).unwrap();
    let inner = renamed().0;
    repo.git(&["submodule", "add", "-q", inner.path().to_str().unwrap(), "Sub.java"]);
    repo.commit("third");
    let run = repo.run(&["show", "--format", "jsonl"]);
    assert!(run.found().is_empty());
    let skipped = &run.objects()[0]["files"]["skipped"];
    assert_eq!(*skipped, serde_json::json!({"gitmodules": 1, "submodule": 1, "symlink": 1}));
    assert_eq!(repo.run(&["diff"]).code, 0);
}

#[test]
fn bare_linked_borrowed_and_shallow_repositories() {
    let (repo, id) = renamed();
    let space = tempfile::tempdir().unwrap();
    let source = repo.path().to_str().unwrap();
    git(space.path(), &["clone", "-q", "--bare", source, "bare.git"]);
    assert_eq!(run(&space.path().join("bare.git"), &["show", "--format", "jsonl"]).found(), [RENAMED]);
    let bare_diff = run(&space.path().join("bare.git"), &["diff"]);
    assert_eq!(bare_diff.code, 2);
    assert!(bare_diff.err.contains("needs a work tree"), "{}", bare_diff.err);
    git(space.path(), &["clone", "-q", "--shared", source, "borrowed"]);
    assert_eq!(run(&space.path().join("borrowed"), &["show", &id, "--format", "jsonl"]).found(), [RENAMED]);
    repo.git(&["worktree", "add", "-q", space.path().join("linked").to_str().unwrap(), "HEAD"]);
    let linked = space.path().join("linked");
    assert_eq!(run(&linked, &["show", "--format", "jsonl"]).found(), [RENAMED]);
    std::fs::write(linked.join("src/a/Sum.java"), class("a", "Sum", "calc")).unwrap();
    let undone = "Rename Method: a.Sum.total(int[]) -> a.Sum.calc(int[])";
    assert_eq!(run(&linked.join("src"), &["diff", "--format", "jsonl"]).found(), [undone]);
    git(space.path(), &["clone", "-q", "--depth", "1", &format!("file://{source}"), "shallow"]);
    let shallow = run(&space.path().join("shallow"), &["show", "--format", "jsonl"]);
    assert_eq!(shallow.code, 3);
    assert!(shallow.objects()[0]["parent"].is_null());
    assert!(shallow.err.contains("shallow clone"), "{}", shallow.err);
}

#[test]
fn revisions_as_git_understands_them() {
    let (repo, id) = renamed();
    repo.git(&["tag", "-a", "v1", "-m", "a tag object"]);
    for revision in ["HEAD", "@", "main", "v1", "v1^{commit}", "HEAD~0", ":/second", &id[..8], "main@{0}"] {
        assert_eq!(repo.run(&["show", revision, "--format", "jsonl"]).found(), [RENAMED], "{revision}");
    }
    let unknown = repo.run(&["show", "nowhere"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("unknown revision 'nowhere'"), "{}", unknown.err);
    let outside = run(tempfile::tempdir().unwrap().path(), &["show"]);
    assert_eq!(outside.code, 2);
    assert!(outside.err.contains("not a git repository"), "{}", outside.err);
}

#[test]
fn staged_unstaged_and_untracked_changes() {
    let (repo, _) = renamed();
    let second = "Rename Method: a.Sum.total(int[]) -> a.Sum.staged(int[])";
    let third = "Rename Method: a.Sum.staged(int[]) -> a.Sum.unstaged(int[])";
    repo.write("src/a/Sum.java", class("a", "Sum", "staged"));
    repo.git(&["add", "-A"]);
    repo.write("src/a/Sum.java", class("a", "Sum", "unstaged"));
    assert_eq!(repo.run(&["diff", "--staged", "--format", "jsonl"]).found(), [second]);
    assert_eq!(repo.run(&["diff", "--cached", "HEAD", "--format", "jsonl"]).found(), [second]);
    assert_eq!(repo.run(&["diff", "--format", "jsonl"]).found(), [third]);
    let all = "Rename Method: a.Sum.total(int[]) -> a.Sum.unstaged(int[])";
    assert_eq!(repo.run(&["diff", "HEAD", "--format", "jsonl"]).found(), [all]);

    // A class that moved to a new file is a mere deletion unless the new file is taken in.
    repo.git(&["reset", "-q", "--hard"]);
    repo.write(".gitignore", "build/\n");
    repo.commit("ignore");
    repo.remove("src/a/Sum.java");
    repo.write("src/b/Sum.java", class("b", "Sum", "total"));
    repo.write("build/Sum.java", class("build", "Sum", "total"));
    let with = repo.run(&["diff", "--format", "jsonl"]);
    assert_eq!(with.found(), ["Move Type: a.Sum -> b.Sum"]);
    assert!(with.err.contains("1 untracked file was taken in"), "{}", with.err);
    assert_eq!(with.objects()[0]["after_rev"], "worktree");
    assert!(repo.run(&["diff", "--no-untracked", "--format", "jsonl"]).found().is_empty());
}

#[test]
fn ranges_and_merge_bases() {
    let (repo, _) = renamed();
    repo.git(&["checkout", "-q", "-b", "topic", "HEAD~1"]);
    repo.write("src/a/More.java", class("a", "More", "more"));
    repo.commit("topic");
    let undone = "Rename Method: a.Sum.total(int[]) -> a.Sum.calc(int[])";
    assert_eq!(repo.run(&["diff", "main", "topic", "--format", "jsonl"]).found(), [undone]);
    assert_eq!(repo.run(&["diff", "main..topic", "--format", "jsonl"]).found(), [undone]);
    assert!(repo.run(&["diff", "main...topic", "--format", "jsonl"]).found().is_empty());
    assert_eq!(repo.run(&["diff", "topic...main", "--format", "jsonl"]).found(), [RENAMED]);
    assert_eq!(repo.run(&["log", "topic..main", "--format", "jsonl"]).found(), [RENAMED]);
    assert_eq!(repo.run(&["log", "main", "^topic", "--format", "jsonl"]).objects().len(), 1);
    assert_eq!(repo.run(&["log", "--all", "--format", "jsonl"]).objects().len(), 3);
    assert_eq!(repo.run(&["log", "--all", "-n", "2", "--format", "jsonl"]).objects().len(), 2);
}

/// A class that did not change stands between two that did: it is read from the tree.
#[test]
fn supertypes_that_did_not_change_are_looked_up() {
    let case = fixture("java/pull-up-method-past-unchanged-class");
    let repo = Repo::new();
    for side in ["before", "after"] {
        for name in ["Boat", "Ferry", "Vessel"] {
            let text = std::fs::read(case.join(side).join(format!("harbour/{name}.java"))).unwrap();
            repo.write(&format!("src/main/java/harbour/{name}.java"), text);
        }
        repo.commit(side);
    }
    let wanted = ["Pull Up Method: harbour.Ferry.fare(int) -> harbour.Vessel.fare(int)"];
    assert_eq!(repo.run(&["show", "--format", "jsonl"]).found(), wanted);
    repo.git(&["reset", "-q", "--soft", "HEAD~1"]);
    assert_eq!(repo.run(&["diff", "--staged", "--format", "jsonl"]).found(), wanted);
}

#[test]
fn large_files_and_slow_commits_are_told_and_the_rest_goes_on() {
    let repo = Repo::new();
    repo.write("a/Sum.java", class("a", "Sum", "calc"));
    repo.write(
        "a/Huge.java",
        format!("class Huge {{ String s = \"{}\"; int m() {{ return 1; }} }}", "x".repeat(2 << 20)),
    );
    repo.commit("first");
    repo.write("a/Sum.java", class("a", "Sum", "total"));
    repo.write(
        "a/Huge.java",
        format!("class Huge {{ String s = \"{}\"; int n() {{ return 1; }} }}", "x".repeat(2 << 20)),
    );
    repo.commit("second");
    let run = repo.run(&["show", "--format", "jsonl", "--max-file-size", "1"]);
    assert_eq!(run.code, 3);
    assert_eq!(run.found(), [RENAMED]);
    assert!(run.err.contains("a/Huge.java: 2097") && run.err.contains("more than the limit"), "{}", run.err);
    let run = repo.run(&["log", "--format", "jsonl", "--timeout", "0.000001"]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert_eq!(run.objects().len(), 2);
    assert!(run.err.contains("it took longer than"), "{}", run.err);
    assert_eq!(repo.run(&["show", "--timeout", "-1"]).code, 2);
}

/// What stayed in a package is not among the changed files: the tree is asked.
#[test]
fn a_package_is_renamed_only_if_nothing_stayed() {
    let repo = Repo::new();
    let put = |package: &str, names: &[&str]| {
        for name in names {
            repo.write(&format!("src/{package}/{name}.java"), class(package, name, &name.to_lowercase()));
        }
    };
    let take = |package: &str, names: &[&str]| {
        names.iter().for_each(|name| repo.remove(&format!("src/{package}/{name}.java")));
    };
    let packages = |args: &[&str]| {
        let run = repo.run(&[args, &["--format", "jsonl", "--type", "*-package"]].concat());
        run.found()
    };
    put("old", &["One", "Two", "Three"]);
    repo.commit("first");
    take("old", &["One", "Two"]);
    put("new", &["One", "Two"]);
    repo.commit("one stays");
    assert!(packages(&["show"]).is_empty());
    take("old", &["Three"]);
    put("new", &["Three"]);
    repo.commit("the last one follows");
    assert!(packages(&["show"]).is_empty());
    take("new", &["One", "Two", "Three"]);
    put("newer", &["One", "Two", "Three"]);
    let renamed = "Rename Package: new -> newer";
    assert_eq!(packages(&["diff"]), [renamed]);
    repo.git(&["add", "-A"]);
    assert_eq!(packages(&["diff", "--staged"]), [renamed]);
    repo.commit("all of them");
    assert_eq!(packages(&["show"]), [renamed]);
    let run = repo.run(&["show", "--format", "jsonl", "--type", "rename-package"]);
    let before = run.objects()[0]["refactorings"][0]["before"].clone();
    assert_eq!((&before["kind"], &before["file"]), (&"package".into(), &"src/new/One.java".into()));
    assert_eq!([&before["start_line"], &before["end_column"]], [1, 12]);
}
