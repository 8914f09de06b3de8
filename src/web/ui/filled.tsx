import { Fragment, type ReactNode } from "react";

/**
 * A whole text with elements in the place of its placeholders, such as `{time}`, in the order of the language. In the
 * catalogue they are `x-literal`.
 */
export function filled(text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode[] {
  return text.split(/(\{\w+\})/).map((piece) => {
    const name = piece.slice(1, -1);
    return Object.hasOwn(parts, name) && piece === `{${name}}` ? <Fragment key={name}>{parts[name]}</Fragment> : piece;
  });
}
