import { parseArgs } from "node:util";

/** Thrown for wrong arguments of a command; the message says what would be right. */
export class UsageError extends Error {}

/** An option of a command; `read` gets what was given, once or several times. @throws UsageError */
export interface Option<Value> {
  type: "boolean" | "string";
  read: (given: readonly string[]) => Value;
}

export const flag: Option<boolean> = { type: "boolean", read: (given) => given.length > 0 };

/** The last value that was given. */
export const textOr = <Otherwise extends string | undefined>(otherwise: Otherwise): Option<string | Otherwise> => ({
  type: "string",
  read: (given) => given.at(-1) ?? otherwise,
});

/** A whole number of at least `least`. */
export const whole = (otherwise: number, least = 1): Option<number> => ({
  type: "string",
  read: (given) => readWhole(given.at(-1) ?? String(otherwise), least),
});

/** @throws UsageError */
export function readWhole(given: string, least = 1): number {
  if (/^\d{1,12}$/.test(given) && Number(given) >= least) return Number(given);
  throw new UsageError(`must be a whole number from ${least}`);
}

/** Reads the only argument of a command: one of these names. */
export const oneOf =
  <Name extends string>(names: readonly Name[], otherwise?: Name) =>
  ([given = otherwise, ...more]: readonly string[]): Name => {
    const name = names.find((one) => one === given);
    if (name !== undefined && more.length === 0) return name;
    throw new UsageError(`Name one of ${names.join(", ")}`);
  };

/** A command takes options, and passes what else it is given to `rest`. */
interface Command<Options, Rest> {
  usage: string;
  options?: Options;
  rest?: (given: readonly string[]) => Rest;
}

type Values<Options> = { [Name in keyof Options]: Options[Name] extends Option<infer Value> ? Value : never };
type Read<Options, Rest> = { values: Values<Options>; rest: Rest };

/** Output of a command that does not run, and its exit code: 0 for `--help`, 2 for a wrong argument. */
interface Instead {
  text: string;
  code: 0 | 2;
}

/** Reads the arguments of a command, or says what to print instead. */
export function parseArguments<Options extends Record<string, Option<unknown>>, Rest = void>(
  { usage, options, rest }: Command<Options, Rest>,
  args: readonly string[],
): Read<Options, Rest> | Instead {
  const known = Object.entries(options ?? {});
  const types = known.map(([name, { type }]) => [name, { type, multiple: true }] as const);
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...Object.fromEntries(types), help: { type: "boolean", short: "h" } },
    });
    const given: Record<string, unknown> = values;
    if (given["help"] === true || positionals.join() === "help") return { text: usage, code: 0 };
    const entries = known.map(([name, { read }]) => [name, named(name, () => read(listOf(given[name])))] as const);
    // `fromEntries` loses the key types; without `rest`, Rest is void.
    return { values: Object.fromEntries(entries) as Values<Options>, rest: (rest ?? refuseMore)(positionals) as Rest };
  } catch (error) {
    return { text: `${problemOf(error)}\n\n${usage}`, code: 2 };
  }
}

/** Ends this program, which was called with wrong arguments. */
export function misuse(usage: string, problem: string): never {
  console.error(`${problem}\n\n${usage}`);
  process.exit(2);
}

/** Reads the arguments of this program; ends it if they ask for help, or are wrong. */
export function readArguments<Options extends Record<string, Option<unknown>>, Rest = void>(
  command: Command<Options, Rest>,
  args: readonly string[] = process.argv.slice(2),
): Read<Options, Rest> {
  const read = parseArguments(command, args);
  if (!("text" in read)) return read;
  (read.code === 0 ? console.log : console.error)(read.text);
  process.exit(read.code);
}

/** Quotes nothing: an address may contain a password. */
function refuseMore(given: readonly string[]): void {
  if (given.length > 0) throw new UsageError("There are too many arguments");
}

const listOf = (given: unknown) => (Array.isArray(given) ? given.map(String) : []);

function named<Value>(name: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`--${name} ${error.message}`) : error;
  }
}

/** Returns the first sentence of Node's own message: the others are advice for rare cases. @throws any other error */
function problemOf(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (!(error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"))) throw error;
  return error.message.split(/\.\s/)[0] ?? "";
}
