//! Which names creatures and things may have.

/// Whether something may have that name: acts are written with names. `reserved` are the words, in small letters,
/// that mean something else where names are read.
///
/// # Errors
/// What is wrong with the name.
pub fn check_name(name: &str, reserved: &[&str]) -> Result<(), String> {
    let allowed = |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '\'');
    if name.is_empty() {
        return Err("a name cannot be empty".to_owned());
    }
    if name.chars().count() > 60 {
        return Err("a name has at most 60 letters".to_owned());
    }
    if let Some(letter) = name.chars().find(|letter| !allowed(*letter)) {
        return Err(format!(
            "`{letter}` cannot stand in a name: letters, digits, spaces, hyphens and apostrophes can"
        ));
    }
    let single_spaces = name.split(' ').all(|word| !word.is_empty());
    if !single_spaces || !name.starts_with(char::is_alphabetic) {
        return Err("a name begins with a letter and has single spaces between words".to_owned());
    }
    if reserved.contains(&name.to_lowercase().as_str()) {
        return Err(format!(
            "`{name}` cannot be a name: it means something else in commands"
        ));
    }
    Ok(())
}
