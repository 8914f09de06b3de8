/** Members of a store that are no operations: they wait for others, watch a server, or close the store. */
const notWrapped = new Set(["pubSub", "replica", "onlyHere", "close"]);

type Call = (...args: unknown[]) => unknown;

/** A store whose operations, such as `inquiries.insert`, are wrapped, so that they can be watched from outside. */
export function wrapCalls<Part extends object>(
  part: Part,
  wrap: (operation: string, call: Call) => Call,
  prefix = "",
): Part {
  const members = Object.entries(part).map(([name, member]: [string, unknown]) => {
    if (notWrapped.has(name)) return [name, member];
    // An instance of a class, such as a `Set` that others share with the store, is no part of it.
    const isPart = typeof member === "object" && member !== null && Object.getPrototypeOf(member) === Object.prototype;
    if (isPart) return [name, wrapCalls(member, wrap, `${prefix}${name}.`)];
    // The part's type guarantees arguments and result.
    return [name, typeof member === "function" ? wrap(prefix + name, member as Call) : member];
  });
  // `fromEntries` loses the key types.
  return Object.fromEntries(members) as Part;
}
