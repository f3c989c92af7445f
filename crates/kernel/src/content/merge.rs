//! Laying one tree over another.

use super::Tree;
use super::tree::{Entry, Node, Value};

/// The key by which tables in a list are told apart.
const NAME: &str = "name";

impl Tree {
    /// This tree with another laid over it: tables are merged key by key; lists of tables that all have a `name`
    /// are merged by that name, new names at the end; every other list and value of `over` replaces the one below.
    ///
    /// Both must be of the same text, or the places of one of them will point into the wrong one.
    #[must_use]
    pub fn merge(mut self, over: Self) -> Self {
        lay_over(&mut self.root, over.root);
        self
    }
}

/// The same for plain TOML tables.
#[must_use]
pub fn merge(base: &toml::Table, over: &toml::Table) -> toml::Table {
    let base = Tree::from_table(base, 0..0);
    base.merge(Tree::from_table(over, 0..0)).to_table()
}

fn lay_over(base: &mut Node, over: Node) {
    match (&mut base.value, over.value) {
        (Value::Table(below), Value::Table(above)) => {
            for entry in above {
                match below.iter_mut().find(|known| known.key == entry.key) {
                    Some(known) => {
                        known.key_span = entry.key_span;
                        lay_over(&mut known.node, entry.node);
                    }
                    None => below.push(entry),
                }
            }
            base.span = over.span;
        }
        (Value::List(below), Value::List(above)) if are_named(below) && are_named(&above) => {
            for node in above {
                match below.iter_mut().find(|known| name(known) == name(&node)) {
                    Some(known) => lay_over(known, node),
                    None => below.push(node),
                }
            }
            base.span = over.span;
        }
        (_, value) => *base = Node::new(over.span, value),
    }
}

fn name(node: &Node) -> Option<&str> {
    match node.entry(NAME) {
        Some(Entry {
            node: Node {
                value: Value::Text(name),
                ..
            },
            ..
        }) => Some(name),
        _ => None,
    }
}

/// An empty list has nothing to be merged with by name: it replaces, so that a list can be emptied.
fn are_named(nodes: &[Node]) -> bool {
    !nodes.is_empty() && nodes.iter().all(|node| name(node).is_some())
}
