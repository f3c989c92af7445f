//! Writes what the fuzz targets start from into `fuzz/corpus`.

use std::fs;
use std::io;
use std::path::Path;

use affray_fuzz::{TARGETS, seeds};

fn main() -> io::Result<()> {
    for (target, _) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("corpus")
            .join(target);
        fs::create_dir_all(&folder)?;
        let seeds = seeds(target);
        for (number, seed) in seeds.iter().enumerate() {
            fs::write(folder.join(format!("seed-{number}")), seed)?;
        }
        println!("{target}: {} seeds", seeds.len());
    }
    Ok(())
}
