// What a journal tells of the fight that it is of.

/** What the fight is called, as its first line says. */
export function fightName(journal: string): string | undefined {
  const [first = ""] = journal.trimStart().split("\n", 1);
  try {
    const { setup } = JSON.parse(first) as { setup?: { name?: unknown } };
    return typeof setup?.name === "string" && setup.name !== "" ? setup.name : undefined;
  } catch {
    // The server says what is wrong with it.
    return undefined;
  }
}
