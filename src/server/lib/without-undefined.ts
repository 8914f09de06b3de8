type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** Omits undefined members, which types tell apart from absent ones. */
export function withoutUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Defined<T>;
}
