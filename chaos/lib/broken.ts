import type { Mutant } from "./mutants.ts";

/** The faults that the harnesses in this folder must catch, by name. */
export const broken = {
  answersBeforeCommit: {
    name: "answers before commit",
    changes: [
      {
        file: "src/server/store/group-commit/group-commit.ts",
        find: "end);\n          outcomes.push(() => resolve(value));",
        // Everything else stays right: the key, the messages, the stored rows.
        replace: "end); resolve(value); await new Promise((go) => void setImmediate(go));",
      },
    ],
  },
  respondsWhatFailed: {
    name: "answers 201 though the store has failed",
    changes: [
      {
        file: "src/server/inquiries/inquiries.ts",
        find: "const outcome = await store.insert(inquiry, messages, now(), submission);",
        replace:
          'const outcome = await store.insert(inquiry, messages, now(), submission).catch(() => "kept" as const);',
      },
    ],
  },
  answersAnyFault: {
    name: "does not know a failing store from a bug",
    changes: [
      {
        file: "src/server/store/sqlite/faults.ts",
        find: "return fault === undefined ? error : new StoreUnavailableError(fault, error);",
        replace: "return fault === undefined || StoreUnavailableError.length > 9 ? error : error;",
      },
    ],
  },
  ignoresTheKey: {
    name: "ignores the key",
    changes: [
      {
        file: "src/server/inquiries/inquiries.ts",
        find: "const { key, files = noFiles } = options;",
        replace: "const [key, files] = [undefined as string | undefined, options.files ?? noFiles];",
      },
    ],
  },
  syncsNothing: {
    name: "synchronous=OFF",
    changes: [
      {
        file: "src/server/store/sqlite/open.ts",
        find: "PRAGMA synchronous = FULL;",
        replace: "PRAGMA synchronous = OFF;",
      },
    ],
  },
  syncsNowAndThen: {
    name: "synchronous=NORMAL",
    changes: [
      {
        file: "src/server/store/sqlite/open.ts",
        find: "PRAGMA synchronous = FULL;",
        replace: "PRAGMA synchronous = NORMAL;",
      },
    ],
  },
  takesAnyCommit: {
    name: "takes a database with synchronous_commit=off",
    changes: [
      {
        file: "src/server/store/postgres/open.ts",
        find: 'if (commit === "off")',
        replace: 'if (commit === "another")',
      },
    ],
  },
  renamesUnsynced: {
    name: "renames a file that is not synced",
    changes: [
      { file: "src/server/lib/durable-file.ts", find: "await ready(file);\n    await file.sync();", replace: "" },
    ],
  },
  namesUnsyncedFiles: {
    name: "names a file that is not synced",
    changes: [
      {
        file: "src/server/store/files/file-folder.ts",
        find: "    await file.sync();\n",
        replace: "",
      },
    ],
  },
  namesLostFiles: {
    name: "names a file whose folder is not synced",
    changes: [
      {
        file: "src/server/store/files/file-folder.ts",
        find: "      await syncFolder(dirname(path));\n      return",
        replace: "      return",
      },
    ],
  },
  dropsMessages: {
    name: "leaves the messages out",
    changes: [
      {
        file: "src/server/inquiries/inquiries.ts",
        find: "const messages = isBlocked ? [] : made;",
        replace: "const messages = isBlocked || Math.random() < 0.9 ? [] : made;",
      },
    ],
  },
  erasesInPieces: {
    name: "erases in no transaction",
    changes: [
      {
        file: "src/server/erasing-thread/erasing-queries.ts",
        find: "db.transaction().execute(async (transaction) => {",
        // Each statement is its own.
        replace: "db.connection().execute(async (transaction: any) => {",
      },
    ],
  },
} satisfies Record<string, Mutant>;
