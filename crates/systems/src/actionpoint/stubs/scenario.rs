#[derive(schemars::JsonSchema)]
pub struct Scenario;
