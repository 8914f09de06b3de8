import { CompiledQuery, type Kysely } from "kysely";
import { vi } from "vitest";
import type { Database } from "./database.ts";

/** The steps by which SQLite runs the statements of a call. */
export async function stepsOf(db: Kysely<Database>, call: () => Promise<unknown>): Promise<string[]> {
  const executed = vi.spyOn(db.getExecutor(), "executeQuery");
  await call();
  const statements = executed.mock.calls.map(([{ sql, parameters }]) => ({ sql, parameters }));
  executed.mockRestore();
  if (statements.length === 0) throw new Error("the call runs no statements");
  const plans = statements.map(({ sql, parameters }) =>
    db.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])),
  );
  return (await Promise.all(plans)).flatMap(({ rows }) => rows.map(({ detail }) => detail));
}
