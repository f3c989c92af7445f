//! The build script of every system's crate: lists the rule ids of its catalogue, so that ids cited in code are checked when the program
//! is compiled.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

/// The beginning of the crates' names; what follows names the catalogue.
const CRATES: &str = "affray-";

fn main() {
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    let name = env::var("CARGO_PKG_NAME").expect("cargo sets CARGO_PKG_NAME");
    let system = name.strip_prefix(CRATES).expect("a crate of ours");
    let catalogue = format!("../catalogue/{system}.toml");
    println!("cargo::rerun-if-changed={catalogue}");
    println!("cargo::rerun-if-changed=../catalogue/ids.rs");
    let text = fs::read_to_string(&catalogue).expect("a readable catalogue");
    fs::write(out.join("ids.rs"), ids(&text)).expect("a writable OUT_DIR");
}

/// The ids of all rules as a list in Rust, in the order of the catalogue.
fn ids(catalogue: &str) -> String {
    let mut list = String::from("&[\n");
    let mut in_rule = false;
    for line in catalogue.lines() {
        if line.starts_with("[[rule]]") {
            in_rule = true;
        } else if in_rule && let Some(id) = line.strip_prefix("id = ") {
            writeln!(list, "    {id},").expect("a string takes text");
            in_rule = false;
        }
    }
    list.push_str("]\n");
    list
}
