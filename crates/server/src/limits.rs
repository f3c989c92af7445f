//! What one address may do.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::protocol::Problem;

/// Sockets that one address may have open. A whole group may sit behind one address, and so may a machine full of bots.
const CONNECTIONS_MAX: usize = 1_024;

/// Tables that one address may open in an hour, and at once.
const TABLES_AN_HOUR: NonZeroU32 = NonZeroU32::new(600).unwrap();
const TABLES_AT_ONCE: NonZeroU32 = NonZeroU32::new(200).unwrap();

/// Costly questions that one address may ask in a minute: chances of scenarios, checks of them, and texts read and written.
const CHECKS_A_MINUTE: NonZeroU32 = NonZeroU32::new(240).unwrap();

/// Requests over HTTP that a seat may ask in a second in the long run, and at once.
const REQUESTS_A_SECOND: NonZeroU32 = NonZeroU32::new(20).unwrap();
const REQUESTS_AT_ONCE: NonZeroU32 = NonZeroU32::new(60).unwrap();

/// How often in an hour it is told at once that an address asks for too much: how often it does is for strangers to decide.
const WARNINGS_AN_HOUR: NonZeroU32 = NonZeroU32::MIN;

/// What every address has done lately.
pub(crate) struct Limits {
    connections: Arc<Mutex<HashMap<IpAddr, usize>>>,
    tables: DefaultKeyedRateLimiter<IpAddr>,
    checks: DefaultKeyedRateLimiter<IpAddr>,
    requests: DefaultKeyedRateLimiter<u32>,
    warnings: DefaultKeyedRateLimiter<IpAddr>,
}

impl Limits {
    pub(crate) fn new() -> Self {
        let tables = Quota::per_hour(TABLES_AN_HOUR).allow_burst(TABLES_AT_ONCE);
        Self {
            connections: Arc::default(),
            tables: RateLimiter::keyed(tables),
            checks: RateLimiter::keyed(Quota::per_minute(CHECKS_A_MINUTE)),
            requests: RateLimiter::keyed(
                Quota::per_second(REQUESTS_A_SECOND).allow_burst(REQUESTS_AT_ONCE),
            ),
            warnings: RateLimiter::keyed(Quota::per_hour(WARNINGS_AN_HOUR)),
        }
    }

    /// Counts a connection as long as what is given back lives; `None` if the address has too many.
    pub(crate) fn connect(&self, address: IpAddr) -> Option<Connected> {
        let connected = self.connected(household(address));
        if connected.is_none() {
            self.warn(address, "too many connections");
        }
        connected
    }

    fn connected(&self, address: IpAddr) -> Option<Connected> {
        let mut all = self
            .connections
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let count = all.entry(address).or_default();
        if *count >= CONNECTIONS_MAX {
            return None;
        }
        *count += 1;
        Some(Connected {
            all: Arc::clone(&self.connections),
            address,
        })
    }

    /// Counts a new table.
    pub(crate) fn table(&self, address: IpAddr) -> Result<(), Problem> {
        let message = "too many new tables; try again later";
        self.limited(&self.tables, address, message)
    }

    /// Counts a costly question.
    pub(crate) fn check(&self, address: IpAddr) -> Result<(), Problem> {
        self.limited(&self.checks, address, "too much to work out at once")
    }

    fn limited(
        &self,
        limiter: &DefaultKeyedRateLimiter<IpAddr>,
        address: IpAddr,
        message: &str,
    ) -> Result<(), Problem> {
        let counted = limiter.check_key(&household(address));
        counted.map_err(|_| {
            self.warn(address, message);
            Problem::Limit {
                message: message.to_owned(),
            }
        })
    }

    /// Tells of an address that asks for too much.
    fn warn(&self, address: IpAddr, message: &str) {
        if self.is_to_be_told(address) {
            tracing::warn!(%address, message, "an address asks for too much");
        } else {
            tracing::debug!(%address, message, "an address asks for too much");
        }
    }

    /// Whether nothing was told of its household lately.
    fn is_to_be_told(&self, address: IpAddr) -> bool {
        self.warnings.check_key(&household(address)).is_ok()
    }

    /// Counts a request of a seat over HTTP.
    pub(crate) fn request(&self, seat: u32) -> Result<(), Problem> {
        let early = match self.requests.check_key(&seat) {
            Ok(()) => return Ok(()),
            Err(early) => early.wait_time_from(DefaultClock::default().now()),
        };
        tracing::debug!(seat, "a seat asks too fast");
        Err(Problem::TooFast {
            wait: u64::try_from(early.as_millis()).unwrap_or(u64::MAX),
        })
    }

    /// Forgets addresses that have done nothing for long.
    pub(crate) fn tidy(&self) {
        self.tables.retain_recent();
        self.checks.retain_recent();
        self.requests.retain_recent();
        self.warnings.retain_recent();
    }
}

/// Whose address it is: of the addresses of IPv6 everybody has a whole network, the first half of the address.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = address.to_bits() >> u64::BITS << u64::BITS;
            Ipv6Addr::from_bits(network).into()
        }
        address @ IpAddr::V4(_) => address,
    }
}

/// A connection of an address.
pub(crate) struct Connected {
    all: Arc<Mutex<HashMap<IpAddr, usize>>>,
    address: IpAddr,
}

impl Drop for Connected {
    fn drop(&mut self) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = all.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_so_many_connections_and_no_more() {
        let limits = Limits::new();
        let (one, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let mut open: Vec<Connected> = (0..CONNECTIONS_MAX)
            .map(|_| limits.connect(one).expect("not yet too many"))
            .collect();
        assert!(limits.connect(one).is_none());
        assert!(limits.connect(other).is_some());
        open.pop();
        assert!(limits.connect(one).is_some());
    }

    #[test]
    fn all_addresses_of_a_network_are_counted_as_one() {
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        let same = |one, other| household(address(one)) == household(address(other));
        assert!(same("2001:db8:0:1::1", "2001:db8:0:1:ffff:ffff:ffff:ffff"));
        assert!(!same("2001:db8:0:1::1", "2001:db8:0:2::1"));
        assert!(same("::ffff:10.0.0.1", "10.0.0.1"));
        assert!(!same("10.0.0.1", "10.0.0.2"));
    }

    #[test]
    fn of_a_household_that_asks_for_too_much_it_is_told_once() {
        let limits = Limits::new();
        let [one, same, other] = ["2001:db8::1", "2001:db8::2", "10.0.0.1"]
            .map(|text| text.parse::<IpAddr>().expect("an address"));
        assert!(limits.is_to_be_told(one));
        assert!(!limits.is_to_be_told(same));
        assert!(limits.is_to_be_told(other));
        limits.tidy();
        assert!(!limits.is_to_be_told(one));
    }

    #[test]
    fn tables_are_counted_by_address() {
        let limits = Limits::new();
        let (one, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        for _ in 0..TABLES_AT_ONCE.get() {
            assert_eq!(limits.table(one), Ok(()));
        }
        assert!(limits.table(one).is_err());
        assert_eq!(limits.table(other), Ok(()));
    }
}
