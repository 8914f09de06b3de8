import type { FastifyServerOptions } from "fastify";
import { isResponseSerializationError, serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { idOf, reportUnreadable } from "../lib/stored-rows.ts";

type Path = readonly PropertyKey[];

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The path of the innermost row of a list at or above `path`; null if it is in no list. */
function rowAt(data: unknown, path: Path): Path | null {
  let [value, found] = [data, null as Path | null];
  for (const [depth, key] of path.entries()) {
    const inner: unknown = (value as Record<PropertyKey, unknown> | undefined)?.[key];
    if (Array.isArray(value) && isRow(inner)) found = path.slice(0, depth + 1);
    value = inner;
  }
  return found;
}

/** A copy of `data` without the rows at these paths. */
function without(data: unknown, paths: readonly Path[]): unknown {
  const inner = (key: PropertyKey) => paths.flatMap(([first, ...rest]) => (first === key ? [rest] : []));
  if (Array.isArray(data))
    return data.flatMap((value: unknown, at) => {
      const left = inner(at);
      return left.some((rest) => rest.length === 0) ? [] : [left.length === 0 ? value : without(value, left)];
    });
  if (!isRow(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, inner(key).length === 0 ? value : without(value, inner(key))]),
  );
}

/** The rows of lists that an error of a serializer is about; null if it is about anything else. */
function rowsOf(data: unknown, error: unknown): Path[] | null {
  if (!isResponseSerializationError(error)) return null;
  const rows = error.cause.issues.map(({ path }) => rowAt(data, path));
  return rows.every((row) => row !== null) ? rows : null;
}

/**
 * Serializes responses by their schemas. A row of a list that does not fit, since its row in the store is damaged, is
 * left out and reported once, so that it takes nothing else away. Anything else that does not fit is an error.
 */
const rowWiseCompiler: typeof serializerCompiler = (route) => {
  const serialize = serializerCompiler(route);
  return (data) => {
    // Each further round leaves out at least one row more.
    for (let readable: unknown = data; ;) {
      try {
        return serialize(readable);
      } catch (error) {
        const rows = rowsOf(readable, error);
        if (rows === null) throw error;
        for (const path of rows) {
          const row = path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)[key], readable);
          reportUnreadable({ place: `${route.method} ${route.url}`, id: idOf((row as { id?: unknown }).id) });
        }
        readable = without(readable, rows);
      }
    }
  };
};

/**
 * Validates routes with their Zod schemas. Passed in here, Fastify does not load its JSON Schema compilers, which its
 * types expect.
 */
export const zodSchemas = {
  compilersFactory: { buildValidator: () => validatorCompiler, buildSerializer: () => rowWiseCompiler },
} as unknown as NonNullable<FastifyServerOptions["schemaController"]>;
