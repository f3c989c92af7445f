// What the schema of a system's scenarios says of their maps.

import type { Schema } from "../connection/http";
import { shape, type Choice } from "./schema";

export interface MapFields {
  /** What can be said of a kind of ground; nothing where there are no kinds. */
  terrain: Map<string, Schema> | undefined;
  edges: Schema | undefined;
  patches: Schema | undefined;
  /** What can stand between cells. */
  sides: Choice[];
}

export function mapFields(root: Schema): MapFields {
  const properties = fieldsOf(root, root);
  const map = fieldsOf(properties?.get("map"), root);
  const legend = map?.get("legend");
  const symbols = legend && shape(legend, root);
  const edges = map?.get("edges");
  return {
    terrain: symbols?.is === "table" ? fieldsOf(symbols.of, root) : undefined,
    edges,
    patches: map?.get("patches"),
    sides: sidesOf(edges, root),
  };
}

function sidesOf(edges: Schema | undefined, root: Schema): Choice[] {
  const list = edges && shape(edges, root);
  const kind = list?.is === "list" ? fieldsOf(list.of, root)?.get("kind") : undefined;
  const kinds = kind && shape(kind, root);
  return kinds?.is === "choice" ? kinds.of : [];
}

function fieldsOf(schema: Schema | undefined, root: Schema): Map<string, Schema> | undefined {
  const found = schema && shape(schema, root);
  return found?.is === "record" ? found.fields : undefined;
}
