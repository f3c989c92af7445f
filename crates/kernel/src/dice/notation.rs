//! Pools as people write them.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::pool::{Explosion, Keep, Luck, Pool, PoolError, Target};

/// A [`Pool`] written in its notation and checked when the program is compiled.
///
/// ```
/// use affray_kernel::dice::{Pool, pool};
/// const DEFENCE: Pool = pool!("d10!");
/// assert_eq!(DEFENCE, Pool::new(1, 10)?.exploding()?);
/// # Ok::<(), affray_kernel::dice::PoolError>(())
/// ```
/// ```compile_fail
/// affray_kernel::pool!("3 apples");
/// ```
#[macro_export]
macro_rules! pool {
    ($notation:expr) => {
        const {
            match $crate::dice::Pool::parse($notation) {
                Ok(pool) => pool,
                Err(_) => panic!("this is not the notation of a pool of dice"),
            }
        }
    };
}

/// Why a text is not a pool of dice. Characters are counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParsePoolError {
    /// Something else should stand here.
    #[error("at character {at}: expected {what}")]
    Expected {
        /// Where.
        at: usize,
        /// What should stand there.
        what: &'static str,
    },
    /// A part that a pool has only once.
    #[error("at character {at}: {what} said twice")]
    Twice {
        /// Where the second one starts.
        at: usize,
        /// What it is.
        what: &'static str,
    },
    /// Well written, but no possible pool.
    #[error("at character {at}: {why}")]
    Impossible {
        /// Where the impossible part starts.
        at: usize,
        /// What is wrong with it.
        why: PoolError,
    },
}

const PART: &str = "`!`, `kh`, `kl`, `>=`, `<=`, `*`, `+`, `-`, `adv`, `dis` or the end";

/// `?` for constant functions, which cannot use the operator yet.
macro_rules! give {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) => return Err(error),
        }
    };
}

impl Pool {
    /// Reads the [notation](Pool#notation); the same as [`str::parse`], for constants.
    ///
    /// # Errors
    /// Where the text stops being a pool, and why.
    pub const fn parse(text: &str) -> Result<Pool, ParsePoolError> {
        let mut cursor = Cursor {
            text: text.as_bytes(),
            at: 0,
        };
        let mut pool = give!(cursor.dice());
        let mut said = Said {
            keep: false,
            explosion: false,
            target: false,
            times: false,
            luck: false,
            plus: 0,
        };
        while cursor.peek().is_some() {
            pool = give!(cursor.part(pool, &mut said));
        }
        Ok(pool)
    }
}

/// Which parts were there already.
struct Said {
    keep: bool,
    explosion: bool,
    target: bool,
    times: bool,
    luck: bool,
    /// The sum of what was added.
    plus: i64,
}

/// What is left to read.
struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    /// The next byte after spaces, in lower case.
    const fn peek(&mut self) -> Option<u8> {
        while self.at < self.text.len() && self.text[self.at] == b' ' {
            self.at += 1;
        }
        if self.at < self.text.len() {
            Some(self.text[self.at].to_ascii_lowercase())
        } else {
            None
        }
    }

    /// Steps over `word` if it comes next.
    const fn eat(&mut self, word: &str) -> bool {
        let word = word.as_bytes();
        let _ = self.peek();
        if self.text.len() - self.at < word.len() {
            return false;
        }
        let mut i = 0;
        while i < word.len() {
            if self.text[self.at + i].to_ascii_lowercase() != word[i] {
                return false;
            }
            i += 1;
        }
        self.at += word.len();
        true
    }

    /// A number without sign, if one comes next; one that is too large for anything stays so.
    const fn number(&mut self) -> Option<u32> {
        let mut number: Option<u32> = None;
        let _ = self.peek();
        while self.at < self.text.len() && self.text[self.at].is_ascii_digit() {
            let digit = (self.text[self.at] - b'0') as u32;
            number = match number {
                None => Some(digit),
                Some(number) => Some(number.saturating_mul(10).saturating_add(digit)),
            };
            self.at += 1;
        }
        number
    }

    const fn expect_number(&mut self) -> Result<u32, ParsePoolError> {
        match self.number() {
            Some(number) => Ok(number),
            None => Err(self.expected("a number")),
        }
    }

    const fn expected(&self, what: &'static str) -> ParsePoolError {
        ParsePoolError::Expected {
            at: self.at + 1,
            what,
        }
    }

    /// `[count]d<sides>`.
    const fn dice(&mut self) -> Result<Pool, ParsePoolError> {
        let _ = self.peek();
        let start = self.at + 1;
        let count = match self.number() {
            Some(count) => count,
            None => 1,
        };
        if !self.eat("d") {
            return Err(self.expected("dice, such as `2d6`"));
        }
        let sides = if self.eat("%") {
            100
        } else {
            match self.number() {
                Some(sides) => sides,
                None => return Err(self.expected("the number of sides")),
            }
        };
        possible(start, Pool::wide(count, sides))
    }

    /// One part after the dice.
    const fn part(&mut self, pool: Pool, said: &mut Said) -> Result<Pool, ParsePoolError> {
        let start = self.at + 1;
        if self.eat("!") {
            give!(once(&mut said.explosion, start, "explosions"));
            let depth = self.number();
            return possible(start, explode(pool, depth));
        }
        if self.eat("kh") {
            give!(once(&mut said.keep, start, "which dice are kept"));
            let keep = self.number();
            return possible(start, keep_some(pool, keep, true));
        }
        if self.eat("kl") {
            give!(once(&mut said.keep, start, "which dice are kept"));
            let keep = self.number();
            return possible(start, keep_some(pool, keep, false));
        }
        if self.eat(">=") {
            give!(once(&mut said.target, start, "the target"));
            let target = give!(self.expect_number());
            return possible(start, count_faces(pool, target, true));
        }
        if self.eat("<=") {
            give!(once(&mut said.target, start, "the target"));
            let target = give!(self.expect_number());
            return possible(start, count_faces(pool, target, false));
        }
        if self.eat("*") {
            give!(once(&mut said.times, start, "the factor"));
            if said.plus != 0 {
                return Err(ParsePoolError::Expected {
                    at: start,
                    what: "the factor before what is added",
                });
            }
            let times = give!(self.expect_number());
            return possible(start, multiply(pool, times));
        }
        if self.eat("+") {
            let more = give!(self.expect_number());
            return possible(start, add(pool, said, more as i64));
        }
        if self.eat("-") {
            let less = give!(self.expect_number());
            return possible(start, add(pool, said, -(less as i64)));
        }
        if self.eat("advantage") || self.eat("adv") {
            give!(once(&mut said.luck, start, "advantage or disadvantage"));
            return Ok(pool.advantage());
        }
        if self.eat("disadvantage") || self.eat("dis") {
            give!(once(&mut said.luck, start, "advantage or disadvantage"));
            return Ok(pool.disadvantage());
        }
        Err(self.expected(PART))
    }
}

const fn once(said: &mut bool, at: usize, what: &'static str) -> Result<(), ParsePoolError> {
    if *said {
        return Err(ParsePoolError::Twice { at, what });
    }
    *said = true;
    Ok(())
}

const fn possible(at: usize, pool: Result<Pool, PoolError>) -> Result<Pool, ParsePoolError> {
    match pool {
        Ok(pool) => Ok(pool),
        Err(why) => Err(ParsePoolError::Impossible { at, why }),
    }
}

const fn explode(pool: Pool, depth: Option<u32>) -> Result<Pool, PoolError> {
    match depth {
        None => pool.exploding(),
        Some(depth) if depth > u8::MAX as u32 => Err(PoolError::Depth {
            depth,
            count: pool.dice(),
        }),
        Some(depth) => pool.exploding_to(depth as u8),
    }
}

const fn keep_some(pool: Pool, keep: Option<u32>, highest: bool) -> Result<Pool, PoolError> {
    let keep = match keep {
        None => 1,
        Some(keep) => keep,
    };
    if keep > u8::MAX as u32 {
        return Err(PoolError::Keep {
            keep,
            count: pool.dice(),
        });
    }
    if highest {
        pool.keep_highest(keep as u8)
    } else {
        pool.keep_lowest(keep as u8)
    }
}

const fn count_faces(pool: Pool, target: u32, at_least: bool) -> Result<Pool, PoolError> {
    if target > u16::MAX as u32 {
        return Err(PoolError::Target {
            target,
            sides: pool.sides(),
        });
    }
    if at_least {
        pool.counting_at_least(target as u16)
    } else {
        pool.counting_at_most(target as u16)
    }
}

const fn multiply(pool: Pool, times: u32) -> Result<Pool, PoolError> {
    if times > u8::MAX as u32 {
        return Err(PoolError::Times { times });
    }
    pool.times(times as u8)
}

const fn add(pool: Pool, said: &mut Said, more: i64) -> Result<Pool, PoolError> {
    let plus = said.plus + more;
    if plus < i16::MIN as i64 || plus > i16::MAX as i64 {
        return Err(PoolError::Plus { plus });
    }
    let step = plus - said.plus;
    said.plus = plus;
    // Both sums fit, but a step from one end to the other may not.
    let half = step / 2;
    Ok(pool.plus(half as i16).plus((step - half) as i16))
}

impl FromStr for Pool {
    type Err = ParsePoolError;

    fn from_str(text: &str) -> Result<Pool, ParsePoolError> {
        Pool::parse(text)
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.dice() > 1 {
            write!(f, "{}", self.dice())?;
        }
        write!(f, "d{}", self.sides())?;
        match self.explosion() {
            Explosion::None => {}
            Explosion::To(depth) => write!(f, "!{depth}")?,
            Explosion::Endless => f.write_str("!")?,
        }
        match self.keep() {
            Keep::All => {}
            Keep::Highest(keep) => write!(f, "kh{keep}")?,
            Keep::Lowest(keep) => write!(f, "kl{keep}")?,
        }
        match self.target() {
            None => {}
            Some(Target::AtLeast(target)) => write!(f, ">={target}")?,
            Some(Target::AtMost(target)) => write!(f, "<={target}")?,
        }
        if self.factor() != 1 {
            write!(f, "*{}", self.factor())?;
        }
        if self.bonus() != 0 {
            write!(f, "{:+}", self.bonus())?;
        }
        f.write_str(match self.luck() {
            Luck::Plain => "",
            Luck::Advantage => " adv",
            Luck::Disadvantage => " dis",
        })
    }
}

impl Serialize for Pool {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Pool {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pool, D::Error> {
        struct Notation;

        impl Visitor<'_> for Notation {
            type Value = Pool;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a pool of dice such as `2d6+3`")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Pool, E> {
                text.parse().map_err(|error| {
                    E::custom(format_args!("`{text}` is no pool of dice: {error}"))
                })
            }
        }

        deserializer.deserialize_str(Notation)
    }
}

impl JsonSchema for Pool {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Pool".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^ *[0-9]* *[dD] *([0-9]+|%)",
            "examples": ["d20", "2d6+3", "2d20kh1", "d10!6 adv", "8d6>=5"],
            "description": "Dice: `2d6+3`; `kh1` or `kl1` keeps the highest or lowest, `!` explodes (`!6`: to depth 6), `>=5` counts faces, `*2` multiplies, `adv` or `dis` throws every die twice."
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::dice::{DICE_MAX, SIDES_MAX};

    /// Any valid pool whose dice number at most `dice` and have at most `sides` sides.
    pub(crate) fn any_pool(dice: u8, sides: u16) -> impl Strategy<Value = Pool> {
        let parts = (
            0..3_u8,
            any::<u8>(),
            0..4_u8,
            0..4_u8,
            any::<u16>(),
            0..3_u8,
            1..5_u8,
            -40..40_i16,
        );
        (1..=dice, 1..=sides, parts).prop_filter_map("not a pool", |(count, sides, parts)| {
            let (keep, kept, explosion, target, goal, luck, times, plus) = parts;
            let pool = Pool::new(count, sides).ok()?;
            let kept = kept % count + 1;
            let goal = goal % sides + 1;
            let pool = [Ok(pool), pool.keep_highest(kept), pool.keep_lowest(kept)]
                [usize::from(keep)]
            .ok()?;
            let pool = match explosion {
                0 | 1 => pool,
                2 => pool.exploding_to(kept % 3).ok()?,
                _ => pool.exploding().ok()?,
            };
            let pool = match target {
                0 | 1 => pool,
                2 => pool.counting_at_least(goal).ok()?,
                _ => pool.counting_at_most(goal).ok()?,
            };
            let luck = [Luck::Plain, Luck::Advantage, Luck::Disadvantage][usize::from(luck)];
            Some(pool.with_luck(luck).times(times).ok()?.plus(plus))
        })
    }

    proptest! {
        #[test]
        fn what_prints_parses_to_the_same(pool in any_pool(DICE_MAX, SIDES_MAX)) {
            prop_assert_eq!(pool.to_string().parse(), Ok(pool));
            let json = serde_json::to_string(&pool).unwrap();
            prop_assert_eq!(&json, &format!("\"{pool}\""));
            prop_assert_eq!(serde_json::from_str::<Pool>(&json).unwrap(), pool);
        }

        #[test]
        fn no_text_panics(text in "[0-9d!khl<>=*+ advis%é-]{0,16}") {
            if let Ok(pool) = text.parse::<Pool>() {
                prop_assert_eq!(pool.to_string().parse(), Ok(pool));
            }
        }
    }

    #[test]
    fn prints_in_one_order() {
        for (written, printed) in [
            ("d20", "d20"),
            ("1D20", "d20"),
            (" 2 d 6 + 3 ", "2d6+3"),
            ("2d20kh1", "2d20kh1"),
            ("4d6kl3", "4d6kl3"),
            ("4d6kl4", "4d6"),
            ("d10!", "d10!"),
            ("d10!6", "d10!6"),
            ("d10!6 adv", "d10!6 adv"),
            ("d10 disadvantage !6 - 2", "d10!6-2 dis"),
            ("8d6>=5", "8d6>=5"),
            ("8d6<=2kh4", "8d6kh4<=2"),
            ("d%", "d100"),
            ("d6*10+5-2", "d6*10+3"),
            ("d6+0", "d6"),
            ("d6-32768+32767+32767", "d6+32766"),
        ] {
            assert_eq!(
                written.parse::<Pool>().map(|pool| pool.to_string()),
                Ok(printed.to_owned()),
                "{written}"
            );
        }
    }

    #[test]
    fn errors_say_where_and_what() {
        for (text, message) in [
            ("", "at character 1: expected dice, such as `2d6`"),
            ("12", "at character 3: expected dice, such as `2d6`"),
            ("d", "at character 2: expected the number of sides"),
            ("2d6+", "at character 5: expected a number"),
            (
                "2d6 plus",
                "at character 5: expected `!`, `kh`, `kl`, `>=`, `<=`, `*`, `+`, `-`, `adv`, `dis` or the end",
            ),
            (
                "2d6é",
                "at character 4: expected `!`, `kh`, `kl`, `>=`, `<=`, `*`, `+`, `-`, `adv`, `dis` or the end",
            ),
            (
                "2d6kh1kl1",
                "at character 7: which dice are kept said twice",
            ),
            (
                "d6+1*2",
                "at character 5: expected the factor before what is added",
            ),
            (
                "99999999999d6",
                "at character 1: 4294967295 dice: a pool has 1 to 23",
            ),
            (
                "2d6kh3",
                "at character 4: keeping 3 of 2 dice: at least 1 is kept, at most all",
            ),
            (
                "d6>=7",
                "at character 3: counting faces against 7: the die shows 1 to 6",
            ),
            (
                "d6+40000",
                "at character 3: adding 40000: what is added stays within -32768 to 32767",
            ),
        ] {
            assert_eq!(
                text.parse::<Pool>().map_err(|error| error.to_string()),
                Err(message.to_owned()),
                "{text}"
            );
        }
    }

    #[test]
    fn the_schema_is_a_string_with_examples_that_parse() {
        let schema = schemars::schema_for!(Pool);
        assert_eq!(
            schema.get("type").and_then(|kind| kind.as_str()),
            Some("string")
        );
        let examples = schema
            .get("examples")
            .and_then(|list| list.as_array())
            .unwrap();
        for example in examples {
            let text = example.as_str().unwrap();
            assert_eq!(text.parse::<Pool>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn an_unreadable_pool_in_a_file_is_quoted() {
        let error = serde_json::from_str::<Pool>("\"2x6\"")
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("`2x6` is no pool of dice: at character 2: expected dice"),
            "{error}"
        );
    }
}
