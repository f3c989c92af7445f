// Entries of creatures: what a form has to know of them, and the content that they may refer to.

import { content, quoted, readToml, schemas, type Schema, type Tree } from "../connection/http";
import { namesOf, type Names } from "./names";
import { creatures, type Branch, type Path } from "./tree";

/** Entries that a form changes. */
export interface Entries {
  readonly entries: readonly Branch[];
  readonly scenarioSchema: Schema;
  readonly kinds: ReadonlyMap<string, Branch>;
  /** The names of an entry's fields in the order in which the system's own files have them. */
  readonly order: readonly string[];
  readonly sides: readonly string[];
  readonly names: Names;
  set(path: Path, value: Tree | undefined): void;
  /** Makes an entry one of another kind. */
  turnInto(entry: number, kind: string): void;
  resize(entry: number, count: number): void;
  copy?(entry: number): void;
  remove?(entry: number): void;
}

/** What a system's content says of entries. */
export interface Content {
  /** The schema of its scenarios. */
  schema: Schema;
  /** Its kinds of creatures with what they are. */
  kinds: Map<string, Branch>;
  order: string[];
  names: Names;
  /** Why there are no hexes; nothing where there are. */
  noHexes: string;
}

/** The names in a TOML file in the order in which they first stand there: neither trees nor schemas keep it. */
export function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/^([\w-]+)\s*=/gm)].flatMap(([, name]) => name ?? []))];
}

/** What entries of a system's scenarios may hold. */
export async function known(system: string): Promise<Content> {
  const [files, all] = await Promise.all([content(system), schemas(system)]);
  const records = files.files.find((file) => file.name.endsWith("creatures.toml"));
  const { tree } = records ? await readToml(records.text) : { tree: {} };
  const written = new Map(creatures(tree).map((record) => [String(record.name), record]));
  return {
    schema: all["scenario.schema.json"] ?? {},
    kinds: new Map(files.creatures.map((name) => [name, written.get(name) ?? { name }])),
    order: namesIn(records?.text ?? ""),
    names: namesOf(files.files),
    noHexes: quoted(files.no_hexes ?? ""),
  };
}
