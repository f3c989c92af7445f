// What a browser keeps: encounters that are being built, and tables that can be removed.

import { sit } from "./table";
import { expect, test } from "./server";

test("what was changed of a ready-made fight is there after a reload, and after playing and coming back", async ({
  server,
  page,
}) => {
  await page.goto(server.address);
  await page.getByRole("link", { name: "Edit Duel", exact: true }).first().click();
  const name = page.getByLabel("Name of the fight");
  await expect(name).toHaveValue("Duel");
  await name.fill("Duel at dawn");
  await page.keyboard.press("Tab");
  await expect(page).toHaveURL(/\/builder\?draft=/);
  const play = page.getByRole("button", { name: "Play", exact: true });
  await expect(play).toHaveAttribute("aria-disabled", "false");
  await page.reload();
  await expect(name).toHaveValue("Duel at dawn");
  await expect(play).toHaveAttribute("aria-disabled", "false");
  await play.click();
  await expect(page.getByRole("region", { name: "Acting" })).toBeVisible();
  await page.goBack();
  await expect(name).toHaveValue("Duel at dawn");
});

test("looking at a fight loses nothing of what was built, and several encounters are kept until they are removed", async ({
  server,
  page,
}) => {
  const name = page.getByLabel("Name of the fight");
  for (const [scenario, own] of [
    ["threeaction/duel", "Monday"],
    ["energy/training-yard", "Tuesday"],
  ]) {
    await page.goto(`${server.address}/builder?scenario=${scenario}`);
    await expect(name).not.toHaveValue("");
    await name.fill(own ?? "");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Play", exact: true })).toHaveAttribute(
      "aria-disabled",
      "false",
    );
  }
  // Another one is only looked at.
  await page.goto(`${server.address}/builder?scenario=timecount/gatehouse`);
  await expect(name).toHaveValue(/gatehouse/i);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toHaveAttribute(
    "aria-disabled",
    "false",
  );
  await page.goto(server.address);
  const own = page.getByRole("region", { name: "Your encounters" });
  await expect(own.getByRole("link")).toHaveText(["Tuesday", "Monday"]);
  await own.getByRole("link", { name: "Monday" }).click();
  await expect(name).toHaveValue("Monday");
  await page.goBack();
  await own.getByRole("button", { name: "Remove the encounter Monday" }).click();
  await own.getByRole("button", { name: "Keep it" }).click();
  await own.getByRole("button", { name: "Remove the encounter Monday" }).click();
  await own.getByRole("button", { name: "Remove it" }).click();
  await expect(own.getByRole("link")).toHaveText(["Tuesday"]);
  // Without more being said it is gone on with what was changed last.
  await page.goto(`${server.address}/builder`);
  await expect(name).toHaveValue("Tuesday");
});

test("a table is removed where its journal is, or from the list of tables, after a second question", async ({
  server,
  page,
}) => {
  const [one, other] = [await server.begin("threeaction/duel"), await server.begin("energy/training-yard")];
  await sit(page, server.link(other), "Ada");
  await page.goto("about:blank");
  await sit(page, server.link(one), "Ada");
  await page.getByRole("tab", { name: "Game master" }).click();
  const journal = page.getByRole("region", { name: "Journal" });
  // The rulebook opens at the system that is played.
  const book = await page.context().newPage();
  await book.goto(`${server.address}/rulebook`);
  await expect(book.locator("select")).toHaveValue("threeaction");
  await book.close();
  await journal.getByRole("button", { name: "Remove the table" }).click();
  await expect(journal.getByRole("button", { name: "Keep it" })).toBeFocused();
  await journal.getByRole("button", { name: "Remove it for good" }).click();
  const tables = page.getByRole("region", { name: "Your tables" });
  await expect(tables.getByRole("listitem")).toHaveCount(1);
  await expect(tables.getByRole("listitem")).toContainText("game master");
  await tables.getByRole("button", { name: /^Remove the table/ }).click();
  await tables.getByRole("button", { name: "Remove it for good" }).click();
  await expect(tables).toHaveCount(0);
  for (const { id, token } of [one, other]) {
    await expect(server.http("GET", `/api/tables/${id}`, token)).rejects.toThrow();
  }
});

test("going back while one types leads to the page before, and what was typed is kept", async ({
  server,
  page,
}) => {
  await page.goto(server.address);
  await page.getByRole("link", { name: "Edit Duel", exact: true }).first().click();
  await expect(page.getByLabel("Name of the fight")).toHaveValue("Duel");
  const strength = page.getByLabel("STR", { exact: true });
  await expect(strength).toHaveValue("3");
  // What is typed counts half a second later.
  await strength.fill("5");
  await page.evaluate(() => history.back());
  const own = page.getByRole("region", { name: "Your encounters" });
  await expect(own.getByRole("link")).toHaveText(["Duel"]);
  expect(new URL(page.url()).pathname).toBe("/");
  await own.getByRole("link", { name: "Duel" }).click();
  await expect(strength).toHaveValue("5");
});

test("a table that was begun in the builder is built on from the list of tables", async ({
  server,
  page,
}) => {
  await page.goto(`${server.address}/builder?scenario=threeaction/duel`);
  const name = page.getByLabel("Name of the fight");
  await expect(name).toHaveValue("Duel");
  await name.fill("Wednesday");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByRole("region", { name: "Acting" })).toBeVisible();
  await page.goto(server.address);
  const tables = page.getByRole("region", { name: "Your tables" });
  await expect(tables.getByRole("listitem")).toContainText(/Round 1/i);
  await tables.getByRole("link", { name: "Edit the encounter of Wednesday" }).click();
  await expect(name).toHaveValue("Wednesday");
});

const WRONG = `system = "threeaction"
name = "Wrong"
[map]
rows = ["....", "...."]
[[creature]]
name = "one"
kind = "dragonx"
side = "a"
at = [0, 0]
`;

const file = (text: string) => ({ name: "wrong.toml", mimeType: "text/plain", buffer: Buffer.from(text) });

test("a file with a mistake says beside the field what it is and where, and is mended in the builder", async ({
  server,
  page,
}) => {
  await page.goto(server.address);
  const field = page.getByLabel("Open a scenario (.toml) or a journal (.jsonl)");
  await field.setInputFiles(file(WRONG));
  const said = page.getByRole("alert").filter({ hasText: "wrong.toml cannot be opened." });
  await expect(said).toBeInViewport();
  await expect(said).toContainText(/Creature 1, kind: .*dragonx.* \(line 7\)/);
  await said.getByRole("link", { name: "Mend it in the builder" }).click();
  await expect(page.getByLabel("Name of the fight")).toHaveValue("Wrong");
});

test("a file that is no encounter leaves the one in the builder as it was", async ({ server, page }) => {
  await page.goto(`${server.address}/builder?scenario=threeaction/duel`);
  const name = page.getByLabel("Name of the fight");
  await expect(name).toHaveValue("Duel");
  await name.fill("Mine");
  for (const text of ["", 'name = "x"\n', "name = x\n"]) {
    await page.getByLabel("Import").setInputFiles(file(text));
    await expect(page.getByRole("alert")).toContainText("The file is not opened");
    await expect(name).toHaveValue("Mine");
  }
  // What was typed last is there, however soon one leaves.
  await name.fill("Mine alone");
  await page.goto(server.address);
  await expect(page.getByRole("region", { name: "Your encounters" })).toContainText("Mine alone");
});
