import { existsSync } from "node:fs";

import { defineConfig } from "@playwright/test";

/** Where systems keep Chromium; `CHROMIUM` names another one. */
const PLACES = [
  process.env.CHROMIUM ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const executablePath = PLACES.find((path) => path !== "" && existsSync(path));
if (!executablePath) throw new Error("no Chromium is found; name it in the variable CHROMIUM");

export default defineConfig({
  testDir: "tests",
  // Pictures are made, and speed is measured, when that is asked for.
  testMatch: process.env.PICTURES ? "pictures.ts" : process.env.SPEED ? "speed.ts" : "*.spec.ts",
  // Each test has a server of its own.
  workers: 2,
  // Machines of a test run are shared, and their browsers stand still at times. What has passed only then is told as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 150_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    actionTimeout: 20_000,
    viewport: { width: 1280, height: 800 },
    trace: "off",
    launchOptions: {
      executablePath,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
      ],
    },
  },
});
