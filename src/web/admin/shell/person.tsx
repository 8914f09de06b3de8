import { joined } from "#web/ui/joined.ts";

/**
 * A member's name from the part of the address before the @: "Asha Rao" of asha.rao@example.com. An API token has a
 * name instead, without an @.
 */
export function personName(email: string): string {
  if (!email.includes("@")) return email;
  const [local = ""] = email.split("@");
  const words = local.split(/[._+-]+/).filter(Boolean);
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(" ") || email;
}

/** A member's name, with the address if another one has the same. */
export function nameAmong(members: ReadonlyArray<{ email: string }>, email: string): string {
  const name = personName(email);
  return members.filter((other) => personName(other.email) === name).length > 1 ? `${name}, ${email}` : name;
}

/** A member by name; the address shows on hover. */
export function PersonName({ email }: { email: string }) {
  return <span title={email}>{personName(email)}</span>;
}

const hues = 12;

/** The member's initial on a colour of their own; a dashed ring for nobody. Decorative: the name stands beside it. */
export function Avatar({ email, size }: { email: string | null; size?: "small" | "large" }) {
  if (email === null) return <span className={joined("avatar", "nobody", size)} aria-hidden="true" />;
  let sum = 0;
  for (let at = 0; at < email.length; at += 1) sum = (sum * 31 + email.charCodeAt(at)) % 9973;
  return (
    <span className={joined("avatar", `hue-${sum % hues}`, size)} aria-hidden="true">
      {personName(email)[0]}
    </span>
  );
}
