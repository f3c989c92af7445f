// What a table has to bear: decisions taken back, secrets, lost connections, small screens, no mouse.

import { PHONE, act, another, cursorTo, heard, onBoard, question, sit } from "./table";
import { expect, test } from "./server";

test("a hidden creature is in no message to those who do not see it", async ({ server, page }) => {
  const table = await server.begin("threeaction/ambush-at-the-ford");
  const messages = heard(page);
  await sit(page, await server.player(table, [0], "maren"), "Maren's player");
  await expect(page.getByRole("article").filter({ hasText: "maren" })).toBeVisible();
  expect(messages.join("\n")).toContain("maren");
  expect(messages.join("\n")).not.toContain("grumm");
  const shown = await page.locator("body").textContent();
  expect(shown?.toLowerCase()).not.toContain("grumm");
});

test("the game master takes a decision back, and it stays marked", async ({ server, page }) => {
  const table = await server.begin("threeaction/duel");
  await sit(page, server.link(table), "Ada");
  const before = await question(page);
  await act(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".undone").first()).toBeAttached();
  expect(await question(page)).toBe(before);
  await page.getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => question(page)).not.toBe(before);
});

test("what a creature answers of itself is said in words, and taken back", async ({ server, page }) => {
  const table = await server.begin("actionpoint/ogre-at-the-bridge");
  await sit(page, await server.player(table, [0], "Alric"), "Alric's player");
  const acting = page.getByRole("region", { name: "Acting" });
  const asked = "when a foe exposes itself to an opportunity attack";
  await acting.getByLabel(`From now on, ${asked}: Alric`).selectOption("let it pass");

  const card = page.getByRole("article").filter({ hasText: "Alric" });
  await card.getByRole("button").first().click();
  const own = card.getByRole("list", { name: "Answers of itself" });
  await expect(own).toContainText(`Lets it pass ${asked}`);
  await card.getByText("When Alric is asked").click();
  const all = card.getByRole("combobox", { name: /: Alric$/ });
  await expect(all).toHaveCount(7);
  await expect(card.getByLabel("When a foe exposes itself")).toHaveValue("never");
  const other = card.getByLabel("When the turn of somebody else ends: Alric");
  await other.selectOption("answer sensibly");
  await expect(own.getByRole("listitem")).toHaveCount(2);
  await expect(own).toContainText("Answers sensibly when the turn of somebody else ends");

  await own.getByRole("button", { name: `Ask again ${asked}` }).click();
  await expect(own.getByRole("listitem")).toHaveCount(1);
  await other.selectOption("ask where it matters");
  await expect(own).toHaveCount(0);
});

test("a page that is loaded again shows the same fight", async ({ server, page }) => {
  const table = await server.begin("energy/training-yard");
  await sit(page, server.link(table), "Ada");
  await act(page);
  await expect.poll(() => question(page)).toBeDefined();
  const before = await question(page);
  const log = await page.getByRole("log").innerText();
  await page.reload();
  await expect.poll(() => question(page)).toBe(before);
  await expect.poll(() => page.getByRole("log").innerText()).toBe(log);
});

test("a fight goes on after the server was killed and started again", async ({ server, page }) => {
  const table = await server.begin("actionpoint/duel-at-the-well");
  await sit(page, server.link(table), "Ada");
  await act(page);
  const before = await question(page);
  await server.kill();
  await expect(page.getByText("connection lost")).toBeAttached();
  await server.start();
  await expect(page.getByText("connected", { exact: true })).toBeAttached({ timeout: 30_000 });
  expect(await question(page)).toBe(before);
  await act(page);
});

test("a table fits on a phone, and can be played there", async ({ server, page: desk }) => {
  const page = await another(desk, PHONE);
  const table = await server.begin("segment/duel-at-the-ford");
  await sit(page, server.link(table), "Ada");
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBeLessThanOrEqual(360);
  await act(page);
  expect(await width()).toBeLessThanOrEqual(360);
  // Somebody who joins is placed with a finger.
  await page.getByRole("tab", { name: "Game master" }).tap();
  await page.getByText("Add a creature").tap();
  await page.getByRole("button", { name: "Point at it on the board" }).tap();
  await expect(page.getByText(/^Point at where .+ stands$/)).toBeInViewport();
  const { x, y } = await onBoard(page, 3, 4);
  await page.touchscreen.tap(x, y);
  await expect(page.getByLabel("Stands at")).toHaveValue("3,4");
  expect(await width()).toBeLessThanOrEqual(360);
  await page.context().close();
});

test("a fight can be played without a mouse", async ({ server, page }) => {
  const table = await server.begin("timecount/sword-and-rapier");
  await sit(page, server.link(table), "Ada");
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.closest("[aria-label='What can be done']") ? activeElement.textContent : null;
    });
  for (let presses = 0; presses < 120 && (await focused()) === null; presses++) {
    await page.keyboard.press("Tab");
  }
  expect(await focused(), "an act is reached with the tab key").not.toBeNull();
  const acting = page.getByRole("region", { name: "Acting" });
  await page.keyboard.press("Enter");
  const doIt = acting.getByRole("button", { name: "Do it" });
  if (!(await doIt.isVisible())) {
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
  }
  await expect(doIt).toBeFocused();
  const before = await acting.textContent();
  await page.keyboard.press("Enter");
  await expect.poll(() => acting.textContent()).not.toBe(before);
  await page.locator("#command").focus();
  await page.keyboard.type("nonsense");
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("alert").or(page.getByRole("status")).filter({ hasText: "nonsense" }),
  ).toBeVisible();
});

test("what bots do one after the other is shown one after the other", async ({ server, page }) => {
  const table = await server.begin("timecount/gatehouse");
  await sit(page, server.link(table), "Ada", "one by one");
  const seen = await server.http<{ update: { creatures: { id: number }[] } }>(
    "GET",
    `/api/tables/${table.id}`,
    table.token,
  );
  for (const { id } of seen.update.creatures) {
    await server.ask(table, { is: "control", who: id, by: "simple" });
  }
  const latest = page.getByRole("region", { name: "What just happened" });
  const skip = latest.getByRole("button", { name: /^Skip ahead/ });
  await expect(skip).toBeVisible();
  // What is announced to screen readers changes as the fight goes on.
  const shown = new Set<string>();
  await expect
    .poll(async () => shown.add(await latest.getByRole("status").innerText()).size)
    .toBeGreaterThan(2);
  const over = page.getByRole("heading", { name: "The fight is over" });
  await expect(over).toBeHidden();
  await expect(page.getByText("The fight goes on …")).toBeVisible();
  await latest.getByRole("combobox").selectOption("shown all at once");
  await expect(over).toBeVisible({ timeout: 60_000 });
  await expect(skip).toBeHidden();
});

test("the game master adds a creature, takes one out, and sets a ruling in the middle of a fight", async ({
  server,
  page,
}) => {
  const table = await server.begin("threeaction/duel");
  await sit(page, server.link(table), "Ada");
  const tools = page.getByRole("region", { name: "Who comes, and how the table rules" });
  await page.getByRole("tab", { name: "Game master" }).click();
  await tools.getByText("Add a creature").click();
  await tools.getByLabel("Name", { exact: true }).fill("third");
  await tools.getByLabel("Name", { exact: true }).press("Tab");
  await tools.getByLabel("Stands at").fill("99,99");
  await tools.getByLabel("Stands at").press("Tab");
  await tools.getByRole("button", { name: "Let it join" }).click();
  await expect(tools.getByRole("alert")).toContainText("off the map");
  await tools.getByLabel("Stands at").fill("1,1");
  await tools.getByLabel("Stands at").press("Tab");
  await tools.getByRole("button", { name: "Let it join" }).click();
  await expect(tools.getByRole("status")).toContainText("third has joined");

  // Where somebody stands is pointed at as well: with the mouse, or with the keyboard, one square for each of a group.
  await tools.getByLabel("Name", { exact: true }).fill("guard");
  await tools.getByRole("spinbutton", { name: "How many" }).fill("2");
  await tools.getByRole("spinbutton", { name: "How many" }).press("Tab");
  const place = tools.getByLabel("Stands at");
  const pointAt = tools.getByRole("button", { name: "Point at it on the board" });
  await pointAt.click();
  await expect(page.getByText("Point at where guard stands (1 of 2)")).toBeVisible();
  const { x, y } = await onBoard(page, 2, 1);
  await page.mouse.click(x, y);
  await expect(page.getByText("Point at where guard stands (2 of 2)")).toBeVisible();
  await cursorTo(page, 3, 2);
  await page.keyboard.press("Enter");
  await expect(place).toHaveValue("2,1 3,2");
  await expect(pointAt).toBeFocused();
  await expect(page.locator("path.goal")).toHaveAttribute("d", /M.*ZM.*Z/);
  await pointAt.press("Enter");
  await page.keyboard.press("Escape");
  await expect(page.getByText("Point at where guard stands")).toBeHidden();
  await expect(place).toHaveValue("2,1 3,2");
  await tools.getByRole("button", { name: "Let it join" }).click();
  await expect(tools.getByRole("status")).toContainText("guard has joined");
  await expect(page.locator("path.goal")).toHaveAttribute("d", "");

  await tools.getByText("Rulings", { exact: true }).click();
  const ruling = tools.getByLabel("Allied squares");
  await ruling.selectOption("difficult");
  await expect(tools.getByText("Usually: They cost nothing extra.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(ruling).toHaveValue("free");

  const third = page.getByRole("article").filter({ hasText: "third" });
  await third.getByRole("button").first().click();
  await page.getByRole("button", { name: "Take third out of the fight" }).click();
  await expect(third).toHaveCount(0);
  await page.getByRole("tab", { name: "Log" }).click();
  await expect(page.getByRole("log")).toContainText("is taken out of the fight");
  await expect(page.getByRole("log")).toContainText("From now on");
});

test("a player comes by a link that the game master has made", async ({ server, page }) => {
  const table = await server.begin("threeaction/duel");
  await sit(page, server.link(table), "Ada");
  await page.getByRole("tab", { name: "Game master" }).click();
  const links = page.getByRole("region", { name: "Links" });
  await links.getByLabel("first").check();
  await links.getByLabel("Name").fill("Bert");
  await links.getByRole("button", { name: "Make the link" }).click();
  const link = await links.getByLabel("Link of Bert").inputValue();
  // Whoever looks at something else meanwhile finds it where it was.
  await page.getByRole("tab", { name: "Log" }).click();
  await page.getByRole("tab", { name: "Game master" }).click();
  await expect(links.getByLabel("Link of Bert")).toHaveValue(link);
  const player = await another(page);
  await sit(player, link, "Bert");
  await expect.poll(() => question(player)).toContain("what does the first do?");
  await expect(links.getByText("here", { exact: true })).toHaveCount(2);
  // Nothing is asked over and over again while all are at rest.
  const sent: string[] = [];
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(String(payload))));
  await page.reload();
  await page.getByRole("tab", { name: "Game master" }).click();
  await expect(links.getByText("here", { exact: true })).toHaveCount(2);
  await page.waitForTimeout(500);
  expect(sent.filter((message) => message.includes('"seats"')).length).toBeLessThan(4);
  await player.context().close();
});

test("whoever finds no room is told so, and comes in as soon as there is some", async ({ server, page }) => {
  const table = await server.begin("threeaction/duel");
  let isFull = true;
  await page.routeWebSocket(/\/socket$/, (socket) => {
    if (!isFull) {
      socket.connectToServer();
      return;
    }
    const problem = { is: "limit", message: "too many tables are in use; try again in some minutes" };
    socket.onMessage(() => {
      socket.send(JSON.stringify({ is: "problem", id: null, problem }));
      void socket.close();
    });
  });
  await page.goto(server.link(table));
  await page.getByRole("button", { name: "Sit down" }).click();
  await expect(page.getByText("Too many tables are in use; try again in some minutes.")).toBeVisible();
  isFull = false;
  await expect(page.getByRole("region", { name: "Acting" })).toBeVisible();
});

test("in a large fight whoever acts is seen in the list, and the board fills its place", async ({
  server,
  page,
}) => {
  const table = await server.begin("threeaction/battle-of-forty");
  await sit(page, server.link(table), "Ada");
  await expect.poll(() => question(page), { timeout: 60_000 }).toContain("what does");
  await expect(page.locator("article.active")).toBeInViewport({ ratio: 0.9 });
  const board = await page.locator("#board").boundingBox();
  const corner = await onBoard(page, 0, 0);
  expect(corner.x - (board?.x ?? 0), "nothing but the map on the left").toBeLessThan(40);
});

test("the program is given a whole side at once", async ({ server, page }) => {
  const table = await server.begin("energy/guard-room");
  await sit(page, server.link(table), "Ada");
  await expect(page.getByRole("list", { name: "What can be done" }).first()).toBeVisible();
  await page.getByRole("tab", { name: "Game master" }).click();
  const sides = page.getByRole("region", { name: "Who decides" }).getByRole("combobox");
  for (const side of await sides.all()) await side.selectOption("the program");
  await expect(page.getByRole("heading", { name: "The fight is over" })).toBeVisible({ timeout: 60_000 });
});

test("all of an action is let pass at once, however often it may be stepped into", async ({
  server,
  page,
}) => {
  const table = await server.begin("energy/ten-a-side");
  await sit(page, server.link(table), "Ada");
  await expect.poll(() => question(page)).toMatch(/^Durn .*: does .+ step in\?$/);
  await page.getByRole("button", { name: /^(Do not step|Nobody steps) in until durn is done$/i }).click();
  await expect.poll(() => question(page), { timeout: 60_000 }).not.toMatch(/^Durn /);
  await expect(page.getByRole("log")).toContainText("Durn comes to");
});

test("several let an action pass whose pages show it later than it happens, and nobody does so twice", async ({
  server,
  page,
}) => {
  const table = await server.begin("energy/watch-on-the-bridge");
  const link = await server.player(table, [0], "Bert");
  const player = await another(page);
  await sit(page, server.link(table), "Ada", "one by one");
  await sit(player, link, "Bert", "one by one");
  for (const one of [page, player]) {
    await expect.poll(() => question(one)).toMatch(/^Brak runs .*: does .+ step in\?$/);
    await one.getByRole("button", { name: /until brak is done$/i }).click();
  }
  for (const one of [page, player]) {
    await expect(one.getByRole("log")).toContainText("Brak comes to 7,4", { timeout: 60_000 });
    await expect(one.getByRole("alert")).toBeEmpty();
  }
  await player.context().close();
});

test("a sheet says what its figures are made of, to those who may know", async ({ server, page }) => {
  const table = await server.begin("threeaction/duel");
  await sit(page, await server.player(table, [0], "one"), "One's player");
  const card = (name: string) =>
    page.getByRole("article").filter({ has: page.getByText(new RegExp(`^${name}$`, "i")) });
  const sheet = page.getByRole("button", { name: "Sheet", exact: true });
  const look = async (name: string) => {
    const head = card(name).getByRole("button").first();
    if ((await head.getAttribute("aria-expanded")) !== "true") await head.click();
    await expect(card(name).getByText("Place", { exact: true })).toBeVisible();
  };
  await look("second");
  await expect(sheet).toHaveCount(0);
  await look("first");
  await sheet.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "first" });
  await dialog.locator("summary", { hasText: "Physical Defense" }).click();
  const parts = dialog.getByRole("list", { name: "What Physical Defense is made of" });
  await expect(parts.getByRole("listitem")).toHaveText(["+15 as the sheet states it"]);
  await dialog.getByRole("button", { name: "physical defense", exact: true }).click();
  await expect(dialog.locator(".text p").first()).toBeVisible();
  await server.ask(table, { is: "correct", words: "first.hp 7" });
  await expect(dialog.getByText("7 of 30")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(sheet).toBeFocused();
});

test("the board shows what an act covers before it is done", async ({ server, page }) => {
  const table = await server.begin("threeaction/ambush-at-the-ford");
  await sit(page, server.link(table), "Ada");
  const acting = page.getByRole("region", { name: "Acting" });
  const attack = acting.getByRole("button", { name: "Attack", exact: true });
  const volley = acting.getByRole("button", { name: /^Volley/ });
  await expect(async () => {
    if ((await attack.count()) > 0) await attack.click({ timeout: 1_000 });
    if ((await volley.count()) > 0) return;
    const pass = acting.locator(".silence button").first();
    if ((await pass.count()) > 0) await pass.click({ timeout: 1_000 });
    else await act(page);
    throw new Error("it is not the scout's turn yet");
  }).toPass({ timeout: 60_000, intervals: [300] });
  const covered = page.locator("path.covered");
  await expect(covered).toHaveAttribute("d", "");
  await volley.click();
  const aim = acting.getByRole("list", { name: "At what" }).getByRole("button").first();
  await aim.hover();
  await expect(covered).toHaveAttribute("d", /M.*Z/);
  // The same for a place that is pointed at on the board, by mouse and by keyboard.
  await page.mouse.move(0, 0);
  await expect(covered).toHaveAttribute("d", "");
  const [column = 0, row = 0] = ((await aim.textContent()) ?? "").split(",").map(Number);
  const { x, y } = await onBoard(page, column, row);
  await page.mouse.move(x, y);
  await expect(covered).toHaveAttribute("d", /M.*Z/);
  await expect(page.locator(".cursor-words")).toContainText("Volley");
  await page.mouse.move(0, 0);
  await expect(covered).toHaveAttribute("d", "");
  await cursorTo(page, column, row);
  await expect(covered).toHaveAttribute("d", /M.*Z/);
  await aim.click();
  await expect(acting.getByText(/^Covers \d+ squares; in it: .+\.$/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(covered).toHaveAttribute("d", "");
});

test("acts are read in plain words, with what they do and the rule that they go by", async ({
  server,
  page,
}) => {
  const table = await server.begin("segment/duel-at-the-ford");
  await sit(page, server.link(table), "Ada");
  const acting = page.getByRole("region", { name: "Acting" });
  const ready = acting.getByRole("button", { name: "Ready: blow for blow" });
  await expect(async () => {
    if ((await ready.count()) > 0) return;
    await acting.getByRole("button", { name: "Do not go On-Guard" }).click({ timeout: 1_000 });
    throw new Error("no stance is asked for yet");
  }).toPass({ timeout: 40_000, intervals: [200] });
  await expect(acting.getByText(/one attack for one attack of your opponents/).first()).toBeVisible();
  await acting.getByRole("button", { name: "declared per segment", exact: true }).click();
  await expect(acting.getByText(/Stances are picked when a segment is announced/)).toBeVisible();
  await ready.focus();
  await page.keyboard.press("Enter");
  const prepared = acting.getByRole("group", { name: "Prepared" });
  await expect(prepared).toContainText("Ready: blow for blow");
  await prepared.getByText("What the rules say").click();
  await expect(prepared.getByText("stances/ready-trade")).toBeVisible();
});

test("what is not possible is told with its own kind, and with the last where nothing of its kind is", async ({
  server,
  page,
}) => {
  const table = await server.begin("threeaction/battle-of-forty", 3);
  await sit(page, server.link(table), "Ada");
  const acting = page.getByRole("region", { name: "Acting" });
  const kinds = acting.getByRole("group", { name: "Kinds of acts" });
  const refused = acting.locator(".refused");
  await kinds.getByRole("button", { name: "Attack" }).click();
  await expect(refused).toContainText("Strike with longbow");
  await expect(refused).not.toContainText("Feint with longbow");
  await kinds.getByRole("button", { name: "Other" }).click();
  await expect(refused).toContainText("Feint with longbow");
  await expect(refused).not.toContainText("Strike with longbow");
});

test("who opens one table after another is asked what the last one asks", async ({ server, page }) => {
  const [first, second] = [
    await server.begin("threeaction/duel"),
    await server.begin("timecount/sword-and-rapier"),
  ];
  await sit(page, server.link(first), "Ada");
  const question = page.getByRole("region", { name: "Acting" }).getByRole("heading", { level: 2 });
  await expect(question).toContainText("Turn");
  const asked = await question.textContent();
  await sit(page, server.link(second), "Ada");
  await expect(page.getByText("Time Count")).toBeVisible();
  await expect(question).not.toHaveText(asked ?? "");
  await expect(question).toContainText(/Garret|Zherynn/);
});

test("a way that is too far to be listed is pointed at", async ({ server, page }) => {
  const table = await server.begin("timecount/sword-and-rapier");
  await sit(page, server.link(table), "Ada");
  const acting = page.getByRole("region", { name: "Acting" });
  await expect(acting.getByRole("heading", { level: 2 })).toContainText("Garret");
  const { x, y } = await onBoard(page, 1, 1);
  await page.mouse.click(x, y);
  await expect(acting.getByText("Which do you mean?")).toBeVisible();
  await acting.getByRole("button", { name: /^Move to 1,1/ }).click();
  await expect(acting.getByRole("group", { name: "Prepared" })).toContainText("Move to 1,1");
});

test("what several answers do alike is said once, and what was taken back has not just happened", async ({
  server,
  page,
}) => {
  const table = await server.begin("segment/duel-at-the-ford");
  await sit(page, server.link(table), "Ada");
  const acting = page.getByRole("region", { name: "Acting" });
  const latest = page.getByRole("region", { name: "What just happened" });
  const parry = acting.getByRole("button", { name: /^Go On-Guard with parry/ });
  await expect(parry).toBeVisible();
  await expect(acting.getByText(/^Guards with this skill all round/)).toHaveCount(1);
  await parry.click();
  await acting.getByRole("button", { name: /^Do it/ }).click();
  await expect(latest).toContainText("Bren is Defensive, On-Guard.");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(latest).toContainText("Bren's answer is taken back");
  await expect(latest).not.toContainText("Bren is Defensive, On-Guard.");
});

test("what cells are besides their ground is marked on the board and named in its legend", async ({
  server,
  page,
}) => {
  const table = await server.begin("segment/ogre-at-the-mill");
  await sit(page, server.link(table), "Ada");
  await expect(page.locator("#board text.remark")).toHaveCount(2);
  const legend = page.getByRole("list", { name: "Legend" });
  await expect(legend).toContainText("partial cover, obstacle to leap over");
});

test("what was perhaps meant is put into the line by a button", async ({ server, page }) => {
  const table = await server.begin("threeaction/duel");
  await sit(page, server.link(table), "Ada");
  const acting = page.getByRole("region", { name: "Acting" });
  const line = acting.getByLabel("Or type it");
  await line.fill("strike secnd with longsword");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Change it to “strike second with longsword”" }).click();
  await expect(line).toHaveValue("strike second with longsword");
  await expect(line).toBeFocused();
  await expect(page.getByRole("alert")).toHaveText("");
});

test("the game master corrects in the middle of an act, and withdraws it where it is in the way", async ({
  server,
  page,
}) => {
  const table = await server.begin("energy/ten-a-side");
  await sit(page, server.link(table), "Ada");
  await expect.poll(() => question(page)).toMatch(/^Durn .*: does .+ step in\?$/);
  const asked = await question(page);
  await page.getByRole("tab", { name: "Game master" }).click();
  const corrections = page.getByRole("region", { name: "Corrections" });
  const change = async (words: string) => {
    await corrections.getByLabel("Change anything").fill(words);
    await corrections.getByRole("button", { name: "Change" }).click();
  };
  await change("durn.aura 5");
  const latest = page.getByRole("region", { name: "What just happened" });
  await expect(latest).toContainText("It holds from before the act in progress");
  expect(await question(page)).toBe(asked);
  await expect(page.getByRole("article").filter({ hasText: "Durn" })).toContainText("Aura 5/");
  await change("durn leaves");
  await expect(page.getByRole("alert")).toContainText("The act in progress is in the way");
  await page.getByRole("button", { name: "Withdraw the act and set it" }).click();
  await expect.poll(() => question(page)).not.toMatch(/^Durn /);
  await expect(page.getByRole("article").filter({ hasText: "Durn" })).toHaveCount(0);
});

test("whoever comes is told who decides for whom, and on a phone what is asked below", async ({
  server,
  page,
}) => {
  const table = await server.begin("threeaction/duel");
  const link = await server.player(table, [0], "Bert");
  await sit(page, server.link(table), "Ada");
  const welcome = page.getByRole("region", { name: "Who you are here" });
  await expect(welcome).toContainText("Bert decides for First. The program plays everybody else.");
  // It stays until it is closed, so that nothing moves under the hand of whoever decides.
  const top = async () => (await page.locator("#board").boundingBox())?.y;
  const before = await top();
  await act(page);
  expect(await top()).toBe(before);
  await page.getByRole("button", { name: "Understood" }).click();
  await expect(welcome).toBeHidden();
  const player = await another(page, PHONE);
  await sit(player, link, "Bert");
  const call = player.getByRole("button", { name: "what does the first do?" });
  await call.tap();
  await expect(call).toBeHidden();
  await expect(player.getByRole("button", { name: "End turn" })).toBeInViewport();
  await player.context().close();
});

test("the last line of the log is in sight on a low screen", async ({ server, page }) => {
  const table = await server.begin("actionpoint/duel-at-the-well");
  await sit(page, server.link(table), "Ada");
  await expect.poll(() => question(page)).toContain("Alric's turn");
  const last = page.getByRole("log").locator("> *").last();
  await expect(last).toContainText("Alric's turn");
  await expect(last).toBeInViewport({ ratio: 0.9 });
});

test("attacks are shown first in the next turn as well, and one click tells what would be best", async ({
  server,
  page,
}) => {
  const table = await server.begin("threeaction/duel");
  await sit(page, server.link(table), "Ada");
  const acting = page.getByRole("region", { name: "Acting" });
  const attack = acting.getByRole("button", { name: "Attack", exact: true });
  await acting.getByText("What would be best?").click();
  await expect(acting.locator("ol > li > button").first()).toBeVisible();
  for (const left of ["3 Actions", "2 Actions", "1 Action"]) {
    await expect.poll(() => question(page)).toContain(`${left} left`);
    await acting.getByRole("button", { name: /^Strike with longsword/ }).click();
    await acting.getByRole("button", { name: /^Do it/ }).click();
  }
  await expect.poll(() => question(page)).toContain("0 Actions left");
  await acting.getByRole("button", { name: "End turn" }).click();
  await expect.poll(() => question(page)).toContain("3 Actions left");
  await expect(attack).toHaveAttribute("aria-pressed", "true");
});

test("whoever lets an action pass is asked about the next one, and shown first how to defend", async ({
  server,
  page,
}) => {
  const table = await server.begin("energy/training-yard");
  await sit(page, server.link(table), "Ada");
  const acting = page.getByRole("region", { name: "Acting" });
  await expect.poll(() => question(page)).toMatch(/^Durana makes a Quick Run/);
  const pressed = (name: string) => acting.getByRole("button", { name, exact: true, pressed: true });
  await expect(pressed("Attack")).toBeVisible();
  await acting.getByRole("button", { name: /^Do not step in/ }).click();
  await expect.poll(() => question(page)).toMatch(/^Durana attacks Alda/);
  await expect(pressed("Defend")).toBeVisible();
});

for (const system of [
  "Three Actions",
  "Time Count",
  "Energy & Aura",
  "Segments & Stances",
  "Action Points & Fighting Styles",
]) {
  test(`the game master calls a fight over and plays it again: ${system}`, async ({ server, page }) => {
    await page.goto(server.address);
    const fights = page.getByRole("region", { name: system });
    await fights
      .getByRole("button", { name: /^Play / })
      .first()
      .click();
    await expect(page.getByRole("region", { name: "Acting" })).toBeVisible();
    const begun = page.url();
    await page.getByRole("tab", { name: "Game master" }).click();
    await page.getByLabel("The fight is won by").selectOption({ index: 1 });
    await page.getByRole("button", { name: "End the fight" }).click();
    await expect(page.getByRole("heading", { name: "The fight is over" })).toBeVisible();
    await expect(page.getByText(/^\w+ is left\.$/)).toBeVisible();
    await page.getByRole("button", { name: "Play it again" }).click();
    await expect(page.getByRole("list", { name: "What can be done" }).first()).toBeVisible();
    expect(page.url()).not.toBe(begun);
  });
}
