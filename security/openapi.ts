import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { z } from "zod";
import type { ApiResponse } from "./ask.ts";

const schema = z.record(z.string(), z.unknown());
const content = z.record(z.string(), z.object({ schema: schema.optional() }));
const operation = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string(), schema: schema.optional() })).default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content: content.optional() })),
  security: z.array(z.unknown()).optional(),
});
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), schema).default({}) }).default({ schemas: {} }),
});

/** A call of the API, from its OpenAPI document. */
export interface Call {
  method: string;
  path: string;
  isTeams: boolean;
  endsSessions: boolean;
  /** Whether a response may cost a password hash, including ours for the next session. */
  isCostly: boolean;
  parameters: Array<{ name: string; in: string }>;
  /** The JSON schema of the body, with references resolved. */
  body: Record<string, unknown> | undefined;
  responses: z.output<typeof operation>["responses"];
}

/** Every call of an OpenAPI document. @throws if it is not one */
export function callsOf(document: unknown): Call[] {
  const { paths, components } = documentSchema.parse(document);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody, responses, security }]) => {
      const given = requestBody?.content["application/json"]?.schema;
      const endsSessions = /session|password/.test(path) && method === "delete";
      return {
        method: method.toUpperCase(),
        path,
        isTeams: security !== undefined,
        endsSessions,
        isCostly: endsSessions || (method === "post" && /^\/api\/session(?:\/proof)?$/.test(path)),
        parameters,
        // A resolved schema of our own document is a schema.
        body: given && (resolve(given, components.schemas) as Record<string, unknown>),
        responses,
      };
    }),
  );
}

/** Replaces the references in a schema. Our schemas are not recursive. */
function resolve(given: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(given)) return given.map((part) => resolve(part, schemas));
  if (typeof given !== "object" || given === null) return given;
  // JSON: an object with string keys.
  const { $ref: reference, ...parts } = given as Record<string, unknown>;
  if (typeof reference === "string") return resolve(schemas[reference.split("/").at(-1) ?? ""] ?? {}, schemas);
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, resolve(part, schemas)]));
}

/** Creates a check that says how a response differs from the document, or gives undefined. */
export function createChecker(document: unknown) {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  ajv.addSchema(document as object, "doc");
  const validators = new Map<string, (body: unknown) => boolean>();

  return ({ method, path, responses }: Call, reply: ApiResponse): string | undefined => {
    const { status, contentType, body } = reply;
    if (status >= 500) return `answered ${status}: ${body.slice(0, 200)}`;
    // Headers that are too long are rejected before the request reaches a call (RFC 6585, section 5).
    if (status === 431) return undefined;
    const response = responses[String(status)];
    if (response === undefined) return `answered ${status}, which the document does not name: ${body.slice(0, 200)}`;
    const type = contentType.split(";")[0] ?? "";
    if (response.content === undefined)
      return body === "" ? undefined : `${status} has a body, which the document does not name`;
    const declared = response.content[type];
    if (declared === undefined) return `${status} is ${type}, which the document does not name`;
    // Excludes JSON lines (`application/x-ndjson`), which may be empty.
    if (!/^application\/(?:[\w.-]+\+)?json$/.test(type) || declared.schema === undefined) return undefined;
    const key = `${method} ${path} ${status} ${type}`;
    const pointer = ["paths", path, method.toLowerCase(), "responses", String(status), "content", type, "schema"];
    const escaped = pointer.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")));
    const ref = `doc#/${escaped.join("/")}`;
    const validate = validators.get(key) ?? ajv.compile({ $ref: ref });
    validators.set(key, validate);
    let json: unknown;
    try {
      json = JSON.parse(body);
    } catch {
      return `${status} is no JSON: ${body.slice(0, 200)}`;
    }
    return validate(json) ? undefined : `${status} is not as the document says: ${body.slice(0, 300)}`;
  };
}
