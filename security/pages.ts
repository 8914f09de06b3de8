import { publicAddresses } from "../e2e/public-addresses.ts";
import type { Target } from "./target.ts";

export interface CheckedDocument {
  url: string;
  /** The expected status. */
  status: number;
  /** Opened as the owner. */
  isTeams?: boolean;
  form?: string;
}

const forms = { "/contact/message": "name=&phone=1", "/report": "reported=", "/verify": "text=%2B91+90000+00001" };

/** Every kind of document: public, team and private pages, rejected forms and errors. */
export function documentsOf(target: Target): CheckedDocument[] {
  const team = ["", "/history", "/inquiries", "/replies", "/team", "/settings"].map((part) => `/ContactAdmin${part}`);
  return [
    ...publicAddresses.map((url) => ({ url, status: 200 })),
    { url: "/ContactAdmin", status: 200 },
    { url: "/ContactAdmin/password", status: 200 },
    ...team.map((url) => ({ url, status: 200, isTeams: true })),
    { url: target.receipt, status: 200 },
    { url: "/contact/message", status: 422, form: forms["/contact/message"] },
    { url: "/report", status: 422, form: forms["/report"] },
    { url: "/verify", status: 200, form: forms["/verify"] },
    { url: "/nowhere", status: 404 },
    { url: "/receipt?key=x", status: 404 },
    { url: "/terms", status: 405, form: "a=b" },
    { url: "/contact/message", status: 413, form: "x".repeat(200_000) },
  ];
}

/**
 * Fetches the document through the proxy, as a visitor's browser does.
 * @throws if the status is not the expected one
 */
export async function fetchDocument(
  target: Target,
  { url, status, isTeams, form }: CheckedDocument,
): Promise<Response> {
  const headers = { "x-forwarded-proto": "https", ...(isTeams === true ? { cookie: await target.signIn() } : {}) };
  const response = await fetch(target.origin + url, {
    headers: form === undefined ? headers : { ...headers, "content-type": "application/x-www-form-urlencoded" },
    redirect: "manual",
    ...(form === undefined ? {} : { method: "POST", body: form }),
  });
  if (response.status !== status) throw new Error(`${url} answered ${response.status}, not ${status}`);
  return response;
}
