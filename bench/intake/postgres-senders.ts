/**
 * A process that inserts inquiries into PostgreSQL, one transaction each: `node postgres-senders.ts <address>
 * <connections> <warm-up s> <s> <seed>`.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { Client } from "pg";
import { newReference } from "#domain/inquiries/inquiry.ts";
import { closedLoops } from "./loops.ts";
import { createGenerator } from "../generator.ts";

const [url = "", ...numbers] = process.argv.slice(2);
const [count = 0, warmUpSeconds = 0, seconds = 0, seed = 0] = numbers.map(Number);
const generate = createGenerator(seed);
const clients = Array.from({ length: count }, () => new Client({ connectionString: url }));
await Promise.all(clients.map((client) => client.connect()));
const result = await closedLoops(count, { warmUpSeconds, seconds }, async (loop) => {
  const { fields } = generate();
  const row = {
    id: randomUUID(),
    ...fields,
    created_at: Date.now(),
    reference: newReference(randomBytes),
    status: "new",
    phone_key: fields.phone.replaceAll(" ", ""),
    email_key: fields.email,
    kind: "message",
    reported: "",
    receipt_hash: randomUUID(),
  };
  const places = Object.keys(row).map((_, index) => `$${index + 1}`);
  const columns = Object.keys(row).join(", ");
  const text = `insert into inquiry (${columns}) values (${places.join(", ")}) on conflict (reference) do nothing`;
  // A named statement is prepared once per connection.
  await clients[loop]?.query({ name: "insert", text, values: Object.values(row) });
});
await Promise.all(clients.map((client) => client.end()));
console.log(JSON.stringify(result));
