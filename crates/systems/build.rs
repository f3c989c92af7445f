//! Lists the rule ids of each catalogue, so that ids cited in code are checked when the program is compiled.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

fn main() {
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    println!("cargo::rerun-if-changed=catalogue");
    for entry in fs::read_dir("catalogue").expect("the folder of catalogues") {
        let path = entry.expect("a readable folder").path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a readable catalogue");
        let mut list = String::from("&[\n");
        let mut in_rule = false;
        for line in text.lines() {
            if line.starts_with("[[rule]]") {
                in_rule = true;
            } else if in_rule && let Some(id) = line.strip_prefix("id = ") {
                writeln!(list, "    {id},").expect("a string takes text");
                in_rule = false;
            }
        }
        list.push_str("]\n");
        let stem = path
            .file_stem()
            .and_then(|stem| stem.to_str())
            .expect("a file name in plain letters");
        fs::write(out.join(format!("{stem}_ids.rs")), list).expect("a writable OUT_DIR");
    }
}
