//! Fields that are reached in another way.

use super::PATTERN;
use crate::model::Level;
use crate::refactorings::{RefactoringType, TypeInfo};

pub(in crate::refactorings) const ENCAPSULATE_COLLECTION: TypeInfo = TypeInfo {
    refactoring: RefactoringType::EncapsulateCollection,
    name: "Encapsulate Collection",
    level: Level::Field,
    corresponds: true,
    sentence: "the collection {old} is changed by methods of its type",
    summary: "A collection is no longer given as a whole, and new methods change single elements.",
    example_before: "\
class Album {
    private List<Photo> photos;
    List<Photo> getPhotos() {
        return photos;
    }
}
",
    example_after: "\
class Album {
    private List<Photo> photos;
    List<Photo> getPhotos() {
        return List.copyOf(photos);
    }
    void addPhoto(Photo photo) {
        photos.add(photo);
    }
}
",
    ..PATTERN
};

pub(in crate::refactorings) const SELF_ENCAPSULATE_FIELD: TypeInfo = TypeInfo {
    refactoring: RefactoringType::SelfEncapsulateField,
    name: "Self Encapsulate Field",
    level: Level::Field,
    corresponds: true,
    sentence: "field {old} is reached through a method also by its own type",
    summary: "A type reaches its own field through a new method.",
    example_before: "\
class Tank {
    private int level;
    boolean isFull() {
        return level >= most;
    }
}
",
    example_after: "\
class Tank {
    private int level;
    boolean isFull() {
        return getLevel() >= most;
    }
    int getLevel() {
        return level;
    }
}
",
    ..PATTERN
};
