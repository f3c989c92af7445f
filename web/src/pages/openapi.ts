// A readable cut through an OpenAPI document.

type Json = Record<string, unknown>;

export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  about: string;
  parameters: { name: string; where: string; about: string; required: boolean }[];
  body: string;
  answers: { status: string; about: string; schema: string }[];
}

const METHODS = ["get", "post", "put", "patch", "delete"];

const json = (value: unknown): Json =>
  value && typeof value === "object" && !Array.isArray(value) ? (value as Json) : {};
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export function operations(document: Json): Operation[] {
  return Object.entries(json(document.paths)).flatMap(([path, item]) =>
    METHODS.filter((method) => method in json(item)).map((method) =>
      operation(method, path, json(json(item)[method])),
    ),
  );
}

function operation(method: string, path: string, described: Json): Operation {
  return {
    id: `${method}-${path}`,
    method: method.toUpperCase(),
    path,
    summary: text(described.summary),
    about: text(described.description),
    parameters: list(described.parameters)
      .map(json)
      .map((parameter) => ({
        name: text(parameter.name),
        where: text(parameter.in),
        about: text(parameter.description),
        required: parameter.required === true,
      })),
    body: contentName(json(described.requestBody)),
    answers: Object.entries(json(described.responses)).map(([status, answer]) => ({
      status,
      about: text(json(answer).description),
      schema: contentName(json(answer)),
    })),
  };
}

function contentName(holder: Json): string {
  const [media] = Object.values(json(holder.content));
  return schemaName(json(json(media).schema));
}

function schemaName(schema: Json): string {
  if (typeof schema.$ref === "string") return schema.$ref.split("/").at(-1) ?? "";
  if (schema.type === "array") return `list of ${schemaName(json(schema.items)) || "values"}`;
  return text(schema.type);
}

export function schemasOf(document: Json): { name: string; about: string; text: string }[] {
  const all = Object.entries(json(json(document.components).schemas));
  return all.map(([name, schema]) => ({
    name,
    about: text(json(schema).description),
    text: JSON.stringify(schema, null, 2),
  }));
}
