import { expect, it } from "vitest";
import { describeFailure, explainFailure, isRefusal } from "./failure.ts";
import { ReplicaError } from "./store/replica.ts";
import { StoreUnavailableError } from "./store/store-unavailable.ts";

it("says of a store whose log may not be opened what to do, and not where in the program", () => {
  const cause = Object.assign(new Error("EACCES: permission denied"), { code: "EACCES", syscall: "open" });
  expect(explainFailure(new StoreUnavailableError("disk", cause), { port: 1, dataDir: "/data" })).toBe(
    "DATA_DIR: the folder /data cannot be used (EACCES: permission denied); make it writable, or set DATA_DIR to " +
      "another",
  );
});

it("says of a full disk to free space, whoever found it full", () => {
  const why =
    "DATA_DIR: the disk of /data is full (full); free space there (docs/operating.md, A filling disk), then start again";
  const place = { port: 1, dataDir: "/data" };
  for (const error of [
    new StoreUnavailableError("full", new Error("full")),
    Object.assign(new Error("full"), { code: "ERR_SQLITE_ERROR", errcode: 13 }),
    Object.assign(new Error("full"), { code: "ENOSPC", syscall: "mkdir" }),
  ])
    expect(explainFailure(error, place)).toBe(why);
});

it.each([
  ["connection", "The server does not support SSL connections", "the server speaks no TLS"],
  ["connection", "There was an error establishing an SSL connection", "what is on this port speaks no TLS"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "wrong version number", "what is on this port speaks no TLS"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate", "the server's certificate is not accepted"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "Hostname/IP does not match", "the server's certificate is not accepted"],
  ["28000", 'no pg_hba.conf entry for host "192.0.2.1", no encryption', "the server lets this user in only with TLS"],
  ["28000", "role is not permitted to log in", "the server does not let this user in from here"],
])("says in plain words what the database refuses: %s, %s", (code, message, why) => {
  const error = new StoreUnavailableError("away", Object.assign(new Error(message), { code }));
  const place = { port: 1, dataDir: "/data", database: { url: "postgres://db.example.com/desk" } };
  expect(explainFailure(error, place)).toMatch(`DATABASE_URL: ${why}`);
  expect(isRefusal(error)).toBe(true);
});

it("names DATABASE_READ_URL if the replica is at fault", () => {
  const place = { port: 1, dataDir: "/data", database: { url: "postgres://db.example.com/desk" } };
  const foreign = new ReplicaError("the database there is of another store", { isFinal: true });
  expect(explainFailure(foreign, place)).toBe("DATABASE_READ_URL: the database there is of another store");
  const tls = Object.assign(new Error("The server does not support SSL connections"), { code: "unknown" });
  const refused = new ReplicaError("", { isFinal: true, cause: new StoreUnavailableError("away", tls) });
  expect(explainFailure(refused, place)).toMatch(
    /^DATABASE_READ_URL: the server speaks no TLS .* sslmode in DATABASE_READ_URL demands it/,
  );
});

it("is described with its stack if it is unexpected", () => {
  const said = describeFailure(new TypeError("odd"), { port: 1, dataDir: "/data" });
  expect(said).toMatch(/^TypeError: odd\n/);
  expect(said).toContain(import.meta.filename);
});
