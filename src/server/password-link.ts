/**
 * The path of a one-time link: `new` for the first owner, `reset` for a member. The token is in the fragment, which
 * browsers do not send to servers.
 */
export function passwordLink(kind: "new" | "reset", token: string): string {
  return `/ContactAdmin/password#${kind}=${token}`;
}
