// Entries of creatures: what a form has to know of them, and the content that they may refer to.

import { content, readToml, schemas, type Schema, type Tree } from "../connection/http";
import { creatures, type Branch, type Path } from "./tree";

/** Entries that a form changes. */
export interface Entries {
  readonly entries: readonly Branch[];
  readonly scenarioSchema: Schema;
  readonly kinds: ReadonlyMap<string, Branch>;
  readonly sides: readonly string[];
  set(path: Path, value: Tree | undefined): void;
  /** Makes an entry one of another kind. */
  turnInto(entry: number, kind: string): void;
  resize(entry: number, count: number): void;
  copy?(entry: number): void;
  remove?(entry: number): void;
}

/** The schema of a system's scenarios, and its kinds of creatures with what they are. */
export async function known(system: string): Promise<{ schema: Schema; kinds: Map<string, Branch> }> {
  const [files, all] = await Promise.all([content(system), schemas(system)]);
  const records = files.files.find((file) => file.name.endsWith("creatures.toml"));
  const { tree } = records ? await readToml(records.text) : { tree: {} };
  const written = new Map(creatures(tree).map((record) => [String(record.name), record]));
  return {
    schema: all["scenario.schema.json"] ?? {},
    kinds: new Map(files.creatures.map((name) => [name, written.get(name) ?? { name }])),
  };
}
