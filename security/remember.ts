import * as fc from "fast-check";

/** An arbitrary that can generate one of its values `again`, so that this value alone is shrunk. */
export function remember<T extends object>(inner: fc.Arbitrary<T>): Remembering<T> {
  return new Remembering(inner);
}

class Remembering<T extends object> extends fc.Arbitrary<T> {
  readonly #inner: fc.Arbitrary<T>;
  readonly #made: WeakMap<object, fc.Value<T>>;

  constructor(inner: fc.Arbitrary<T>, made = new WeakMap<object, fc.Value<T>>()) {
    super();
    this.#inner = inner;
    this.#made = made;
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    const value = this.#inner.generate(random, bias);
    this.#made.set(value.value, value);
    return value;
  }

  canShrinkWithoutContext(value: unknown): value is T {
    return this.#inner.canShrinkWithoutContext(value);
  }

  shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#inner.shrink(value, context);
  }

  /** Generates this value first, then its shrinks. @throws if it was not generated here */
  again(value: T): fc.Arbitrary<T> {
    const made = this.#made.get(value);
    if (made === undefined) throw new Error("this value was made elsewhere");
    return new Fixed(this.#inner, made);
  }
}

class Fixed<T> extends fc.Arbitrary<T> {
  readonly #inner: fc.Arbitrary<T>;
  readonly #value: fc.Value<T>;

  constructor(inner: fc.Arbitrary<T>, value: fc.Value<T>) {
    super();
    this.#inner = inner;
    this.#value = value;
  }

  generate(): fc.Value<T> {
    return this.#value;
  }

  canShrinkWithoutContext(value: unknown): value is T {
    return this.#inner.canShrinkWithoutContext(value);
  }

  shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#inner.shrink(value, context);
  }
}
