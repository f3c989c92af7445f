//! Numbers among the arguments, and what is said where there is none.

use std::ops::RangeInclusive;

use clap::Command;

use crate::figures::grouped;

/// Reads a whole number of a range.
pub(crate) fn whole<N: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| {
            let [least, most] = [range.start(), range.end()].map(|end| grouped(*end));
            format!("it is no whole number from {least} to {most}")
        })
    }
}

/// Any seed, number of a fight and so on.
pub(crate) const ANY: RangeInclusive<u64> = 0..=u64::MAX;

/// Any limit.
pub(crate) const SHORT: RangeInclusive<u64> = 0..=u32::MAX as u64;

/// How many threads there may be.
pub(crate) const THREADS: RangeInclusive<u64> = 1..=1024;

/// The command, with numbers below 0 taken for values and not for options, so that it is said of them which numbers may stand there.
pub(crate) fn told_of(command: Command) -> Command {
    let command = command.mut_args(|arg| {
        let takes_value = arg.get_action().takes_values();
        arg.allow_negative_numbers(takes_value)
    });
    command.mut_subcommands(told_of)
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn numbers_are_read_within_their_range() {
        let read = whole::<u32>(1..=1_000);
        assert_eq!(read("7"), Ok(7));
        for wrong in ["0", "1001", "-1", "1e3", "many", "", "99999999999999999999"] {
            let told = read(wrong).expect_err(wrong);
            assert_eq!(told, "it is no whole number from 1 to 1,000");
        }
    }
}
