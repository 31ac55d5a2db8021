//! A bounded table that evicts entries that were not used for long.

use rustc_hash::FxHashMap as HashMap;
use std::collections::VecDeque;
use std::sync::Arc;

/// How many entries are examined to make room for one. While all entries of a large commit are in use, the table
/// grows with it and shrinks afterwards.
const STEPS: usize = 8;

/// When full, the first entry of the queue is evicted, unless it was used since it was queued: then it moves to the
/// end once more. So does an entry that is still referenced elsewhere: evicting it would free nothing, and the next
/// request would create it a second time.
#[derive(Debug)]
pub(super) struct Clock<V> {
    entries: HashMap<u128, Entry<V>>,
    queue: VecDeque<u128>,
    size: usize,
}

#[derive(Debug)]
struct Entry<V> {
    value: Arc<V>,
    size: usize,
    /// Whether it was requested since it was queued.
    used: bool,
}

impl<V> Default for Clock<V> {
    fn default() -> Self {
        Clock { entries: HashMap::default(), queue: VecDeque::new(), size: 0 }
    }
}

impl<V> Clock<V> {
    pub fn get(&mut self, key: u128) -> Option<Arc<V>> {
        let entry = self.entries.get_mut(&key)?;
        entry.used = true;
        Some(entry.value.clone())
    }

    /// Stores a value of this many bytes; the bound covers all entries that are not referenced elsewhere.
    pub fn put(&mut self, key: u128, value: Arc<V>, size: usize, bound: usize) {
        if size > bound || self.entries.contains_key(&key) {
            return;
        }
        self.entries.insert(key, Entry { value, size, used: false });
        self.size += size;
        self.queue.push_back(key);
        for _ in 0..STEPS {
            if self.size <= bound {
                return;
            }
            let Some(oldest) = self.queue.pop_front() else { return };
            match self.entries.get_mut(&oldest) {
                Some(entry) if entry.used || Arc::strong_count(&entry.value) > 1 => {
                    entry.used = false;
                    self.queue.push_back(oldest);
                }
                _ => {
                    if let Some(gone) = self.entries.remove(&oldest) {
                        self.size -= gone.size;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_stays_and_the_bound_holds() {
        let mut clock = Clock::default();
        for key in 0..100 {
            clock.put(key, Arc::new(key), 10, 100);
            clock.get(0);
            assert!(clock.size <= 100);
        }
        assert_eq!(clock.get(0).as_deref(), Some(&0));
        assert_eq!(clock.get(1), None);
        assert_eq!(clock.get(99).as_deref(), Some(&99));
    }

    #[test]
    fn what_somebody_holds_stays_until_nobody_does() {
        let mut clock = Clock::default();
        let held: Vec<Arc<u128>> = (0..50).map(Arc::new).collect();
        for value in &held {
            clock.put(**value, value.clone(), 10, 100);
        }
        assert_eq!(clock.size, 500);
        drop(held);
        for key in 50..100 {
            clock.put(key, Arc::new(key), 10, 100);
        }
        assert!(clock.size <= 100);
        assert_eq!(clock.get(0), None);
    }

    #[test]
    fn what_is_larger_than_all_is_not_kept() {
        let mut clock = Clock::default();
        clock.put(1, Arc::new(1), 11, 10);
        assert_eq!(clock.get(1), None);
    }
}
