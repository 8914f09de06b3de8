import { readFileSync } from "node:fs";

/**
 * Loaded into a server before it (`--import`): its clock is ahead by the milliseconds in the file `CHAOS_CLOCK`, as if
 * somebody had set it. Timers go on as they do then: they count from another clock.
 */
const file = process.env["CHAOS_CLOCK"] ?? "";
const real = Date.now.bind(Date);
let ahead = 0;

function read(): void {
  try {
    ahead = Number(readFileSync(file, "utf8"));
  } catch {
    ahead = 0;
  }
}

read();
setInterval(read, 50).unref();

const SetDate = new Proxy(Date, {
  construct: (target, args: [], made) => Reflect.construct(target, args.length === 0 ? [real() + ahead] : args, made),
  apply: () => new Date(real() + ahead).toString(),
  get: (target, name, receiver) =>
    name === "now" ? () => real() + ahead : (Reflect.get(target, name, receiver) as unknown),
});
globalThis.Date = SetDate;
