// What JSON Schemas say of a field, as far as forms need it.

import { quoted, type Schema, type Tree } from "../connection/http";
import { sentenceOf } from "../log/entries";

export interface Choice {
  value: Tree;
  about: string;
}

export type Shape =
  | { is: "number"; least?: number; most?: number; step?: number; whole: boolean }
  | { is: "text" }
  | { is: "truth" }
  | { is: "choice"; of: Choice[] }
  | { is: "record"; fields: Map<string, Schema>; required: Set<string> }
  | { is: "table"; of: Schema }
  | { is: "list"; of: Schema; length?: number }
  /** A number or text in one line. */
  | { is: "plain" }
  | { is: "either"; of: Schema[] }
  | { is: "anything" };

const schemaOf = (value: unknown): Schema =>
  value && typeof value === "object" && !Array.isArray(value) ? (value as Schema) : {};
const listOf = (value: unknown): Schema[] => (Array.isArray(value) ? value.map(schemaOf) : []);

/** The schema itself, whatever it refers to. */
export function resolved(schema: Schema, root: Schema): Schema {
  if (typeof schema.$ref === "string") {
    const steps = schema.$ref.replace(/^#\//, "").split("/");
    let found: Schema = root;
    for (const step of steps) found = schemaOf(found[step]);
    return resolved({ ...found, ...(schema.description ? { description: schema.description } : {}) }, root);
  }
  const parts = listOf(schema.allOf);
  const [only] = parts;
  if (only && parts.length === 1) {
    const { allOf: _, ...rest } = schema;
    return { ...resolved(only, root), ...rest };
  }
  return schema;
}

export function about(schema: Schema, root: Schema): string {
  const { description } = resolved(schema, root);
  return typeof description === "string" ? plainly(description.replace(/\s+/g, " ")) : "";
}

/** A description as people read it: rules go by their names, and what is typed stands in quotation marks. */
function plainly(description: string): string {
  return quoted(sentenceOf(description.replace(/\(`([a-z-]+\/[a-z0-9-]+)`\)/g, "($1)")));
}

/** Which kind of value a field takes. That it may be left out is not part of it. */
export function shape(schema: Schema, root: Schema): Shape {
  const own = resolved(schema, root);
  const options = [...listOf(own.anyOf), ...listOf(own.oneOf)].filter((option) => option.type !== "null");
  if (options.length > 0) return choiceOf(options, root);
  if (Array.isArray(own.enum)) {
    return {
      is: "choice",
      of: own.enum.filter((value) => value !== null).map((value) => ({ value, about: "" })),
    };
  }
  const types = Array.isArray(own.type) ? own.type.filter((type) => type !== "null") : [own.type];
  switch (types.length === 1 ? types[0] : undefined) {
    case "integer":
    case "number":
      return { is: "number", whole: types[0] === "integer", ...limits(own) };
    case "string":
      return { is: "text" };
    case "boolean":
      return { is: "truth" };
    case "array":
      return listShape(own);
    case "object":
      return objectShape(own);
    default:
      return { is: "anything" };
  }
}

function limits(schema: Schema): { least?: number; most?: number; step?: number } {
  const { minimum, maximum, multipleOf } = schema;
  const step = typeof multipleOf === "number" ? multipleOf : undefined;
  // Browsers count the steps from the least, which may be none of the multiples itself.
  const least = (minimum: number) => (step ? Math.ceil(minimum / step) * step : minimum);
  return {
    ...(typeof minimum === "number" ? { least: least(minimum) } : {}),
    ...(typeof maximum === "number" ? { most: maximum } : {}),
    ...(step ? { step } : {}),
  };
}

function listShape(schema: Schema): Shape {
  const of = schemaOf(schema.items);
  const { minItems, maxItems } = schema;
  return typeof minItems === "number" && minItems === maxItems
    ? { is: "list", of, length: minItems }
    : { is: "list", of };
}

function objectShape(schema: Schema): Shape {
  const fields = new Map(Object.entries(schemaOf(schema.properties)).map(([key, of]) => [key, schemaOf(of)]));
  if (fields.size > 0) {
    const required = new Set(Array.isArray(schema.required) ? schema.required.map(String) : []);
    return { is: "record", fields, required };
  }
  const of = schemaOf(schema.additionalProperties);
  return Object.keys(of).length > 0 ? { is: "table", of } : { is: "anything" };
}

function choiceOf(options: Schema[], root: Schema): Shape {
  const values = options.flatMap((option) => constants(resolved(option, root)));
  if (values.every((value) => value !== undefined)) {
    const first = (value: Tree) => values.findIndex((other) => other.value === value);
    return { is: "choice", of: values.filter((one, place) => first(one.value) === place) };
  }
  const [only] = options;
  if (only && options.length === 1) return shape(only, root);
  const kinds = new Set(options.map((option) => shape(option, root).is));
  if (kinds.size === 2 && kinds.has("number") && kinds.has("text")) return { is: "plain" };
  return { is: "either", of: options };
}

function constants(option: Schema): ({ value: Tree; about: string } | undefined)[] {
  const words = typeof option.description === "string" ? option.description : "";
  if ("const" in option) return [{ value: option.const as Tree, about: words }];
  if (Array.isArray(option.enum)) return option.enum.map((value: Tree) => ({ value, about: "" }));
  return [undefined];
}

/** Whether a value is of that kind, to find out which of several kinds it has. */
export function fits(value: Tree, schema: Schema, root: Schema): boolean {
  const wanted = shape(schema, root);
  switch (wanted.is) {
    case "number":
      return typeof value === "number";
    case "plain":
      return typeof value === "number" || typeof value === "string";
    case "text":
      return typeof value === "string";
    case "truth":
      return typeof value === "boolean";
    case "choice":
      return wanted.of.some((option) => option.value === value);
    case "record":
    case "table":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "list":
      return Array.isArray(value) && value.every((item) => fits(item, wanted.of, root));
    case "either":
      return wanted.of.some((option) => fits(value, option, root));
    default:
      return true;
  }
}

/** A word of files as people read it. */
export const spaced = (word: string) => word.replaceAll(/[_-]/g, " ");

/** What can be chosen, each once: files may have several spellings of the same words. The one that is there stays. */
export function choices(of: Choice[], there: Tree | undefined): Choice[] {
  const alike = (one: Choice) =>
    of.filter((other) => spaced(String(other.value)) === spaced(String(one.value)));
  return of.filter((one) => {
    const all = alike(one);
    return one === (all.find((other) => other.value === there) ?? all[0]);
  });
}

/** What holds where nothing is said, as far as the schema says it: as a value, or in its words, as "Hands, if not 2." and "Size; a person's is medium." */
export function usual(schema: Schema, root: Schema): Tree | undefined {
  const own = resolved(schema, root);
  if (own.default !== undefined && own.default !== null) return own.default as Tree;
  const words = about(schema, root);
  const wanted = shape(schema, root);
  if (wanted.is === "number") {
    const [, figure] = /\bif not (-?\d+)(?:[.,;]|$)/.exec(words) ?? [];
    return figure === undefined ? undefined : Number(figure);
  }
  if (wanted.is !== "choice") return undefined;
  const [, said = ""] = /; (.*)$/.exec(words) ?? [];
  const named = said.toLowerCase().split(/[^a-z-]+/);
  return wanted.of.find(({ value }) => named.includes(String(value)))?.value;
}

/** What a field holds when it is added. */
export function fresh(schema: Schema, root: Schema): Tree {
  const known = usual(schema, root);
  if (known !== undefined && known !== false && !(Array.isArray(known) && known.length === 0)) return known;
  const wanted = shape(schema, root);
  switch (wanted.is) {
    case "number":
      return Math.max(0, wanted.least ?? 0);
    case "text":
    case "plain":
      return "";
    case "truth":
      return true;
    case "choice":
      return wanted.of[0]?.value ?? "";
    case "list":
      return Array.from({ length: wanted.length ?? 0 }, () => fresh(wanted.of, root));
    case "record": {
      const fields = [...wanted.fields].filter(([key]) => wanted.required.has(key));
      return Object.fromEntries(fields.map(([key, of]) => [key, fresh(of, root)]));
    }
    case "either":
      return wanted.of[0] ? fresh(wanted.of[0], root) : "";
    case "table":
      return {};
    default:
      return "";
  }
}

/** What is typed where a number or text may stand. */
export const plainValue = (text: string): number | string =>
  /^[-−+]?\d+(\.\d+)?$/.test(text.trim()) ? Number(text.trim().replace("−", "-")) : text;

/** Names in the order of others; those that are not among them come after these, as they are. */
export function inOrder(names: readonly string[], order: readonly string[]): string[] {
  const places = new Map(order.map((name, place) => [name, place]));
  const place = (name: string) => places.get(name) ?? order.length;
  return names.toSorted((one, other) => place(one) - place(other));
}

const UNITS = new Set(["ft", "yd", "m", "dm"]);

/** What a field is called: short names of values stand in capitals, as rules write them. */
export function fieldName(key: string, schema: Schema, root: Schema): string {
  const isWrittenSo = about(schema, root).replace(/\.$/, "") === key.toUpperCase();
  if (isWrittenSo) return key.toUpperCase();
  const isShort = (word: string) => word.length <= 3 && !/[aeiouy]/.test(word) && !UNITS.has(word);
  const words = spaced(key).split(" ");
  return words.map((word) => (isShort(word) ? word.toUpperCase() : word)).join(" ");
}

const KINDS: Partial<Record<Shape["is"], string>> = {
  number: "number",
  text: "by name",
  choice: "word",
  record: "in full",
  list: "several",
  table: "for each",
};

/** What a kind of value is called where one of several is chosen. */
export const kindName = (of: Shape): string => KINDS[of.is] ?? "other";
