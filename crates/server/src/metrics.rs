//! What the server counts, for Prometheus.

use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// Bounds of the times that requests take, in seconds.
const BOUNDS: [f64; 10] = [
    0.000_1, 0.000_3, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0,
];

/// What the server counts.
pub(crate) struct Metrics {
    registry: Registry,
    /// Tables in memory.
    pub(crate) tables: Gauge,
    /// Open sockets at tables.
    pub(crate) connections: Gauge,
    requests: Counter,
    refused: Counter,
    took: Histogram,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let (tables, connections) = (Gauge::default(), Gauge::default());
        let (requests, refused) = (Counter::default(), Counter::default());
        let took = Histogram::new(BOUNDS);
        let mut registry = Registry::with_prefix("affray");
        registry.register("tables", "Tables in memory", tables.clone());
        registry.register("connections", "Open sockets at tables", connections.clone());
        registry.register("requests", "Requests to tables", requests.clone());
        registry.register(
            "refused",
            "Messages that were too fast or unreadable",
            refused.clone(),
        );
        registry.register(
            "request_seconds",
            "How long a table took over a request",
            took.clone(),
        );
        Self {
            registry,
            tables,
            connections,
            requests,
            refused,
            took,
        }
    }

    /// A table has served a request.
    pub(crate) fn served(&self, took: Duration) {
        self.requests.inc();
        self.took.observe(took.as_secs_f64());
    }

    /// A message was not even heard.
    pub(crate) fn refused(&self) {
        self.refused.inc();
    }

    /// Everything in Prometheus' text form.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
