import type { Site } from "#contract/site.ts";
import { type Inquiry, inquiryFields } from "#domain/inquiry.ts";
import type { NewsOfInquiry } from "../store/outbox.ts";

/** Where the links of messages lead; the same paths are declared in `web/routes.tsx`, and a test holds them together. */
export const linkedPaths = {
  channels: "/ContactAdmin",
  inbox: "/ContactAdmin/inquiries",
  password: "/ContactAdmin/password",
  security: "/ContactAdmin/security",
};

const labels: Record<keyof Inquiry, string> = {
  name: "Full Name",
  phone: "Phone Number",
  email: "Email Address",
  city: "City",
  query: "Message",
};

export interface Letter {
  subject: string;
  text: string;
}

/**
 * Tells the team of an inquiry: its reference and where to find it and, where `says` is `all`, what the visitor wrote. Of that the
 * text leaves out the end where it would be longer than `mostCharacters`, and says so.
 */
export function newsOf(
  inquiry: NewsOfInquiry,
  says: "reference" | "all",
  origin: string,
  mostCharacters = Infinity,
): Letter & { data: Record<string, unknown> } {
  const { reference, receivedAt, kind, reported, fields } = inquiry;
  const suspected = inquiry.status === "suspected";
  const link = inquiryLink(origin, inquiry.id);
  const isReport = kind === "impostor";
  const written = [
    ...(isReport ? [`Reported: ${reported}`] : []),
    // A report leaves out most of them.
    ...inquiryFields
      .filter((field) => !isReport || fields[field] !== "")
      .map((field) => `${labels[field]}: ${fields[field]}`),
  ].join("\n");
  const arrived = `${isReport ? "Impostor report" : "Inquiry"} ${reference} has arrived.`;
  const told = (what: string) =>
    [
      suspected ? `${arrived} It looks like spam.` : arrived,
      ...(what === "" ? [] : ["", what]),
      "",
      `Answer it: ${link}`,
    ].join("\n");
  const whole = told(says === "all" ? written : "");
  return {
    subject: `${suspected ? "Suspected spam" : isReport ? "Impostor report" : "New inquiry"} ${reference}`,
    text: whole.length <= mostCharacters ? whole : told(cutBy(whole.length - mostCharacters, written)),
    data: {
      reference,
      kind,
      receivedAt: new Date(receivedAt).toISOString(),
      suspected,
      link,
      ...(says === "all" ? { inquiry: isReport ? { reported, ...fields } : fields } : {}),
    },
  };
}

const cutNote = "…\n(Shortened: the whole message is in the inbox.)";

/** `text` with a note in the place of its end, shorter by at least `count`. */
function cutBy(count: number, text: string): string {
  const kept = text.slice(0, text.length - count - cutNote.length);
  // No half of a character that takes two units.
  return kept.replace(/[\uD800-\uDBFF]$/, "") + cutNote;
}

/** The inbox with this inquiry open. */
function inquiryLink(origin: string, id: string): string {
  return `${origin}${linkedPaths.inbox}?inquiry=${encodeURIComponent(id)}`;
}

/** Tells a visitor that the inquiry has arrived. It says nothing that was typed: whoever typed the address may not own it. */
export function acknowledgementOf(reference: string, { brands, support }: Site): Letter {
  return {
    subject: `We have your message: ${reference}`,
    text: [
      `Your message has reached ${brands.contact.name}. Its reference is ${reference}.`,
      "Our team will get back to you.",
      "",
      `If you did not write to us, somebody has given your address by mistake: tell us at ${support.email}.`,
    ].join("\n"),
  };
}

/** Brings a member a one-time link. */
export function linkFor(kind: "password-reset" | "invitation", origin: string, token: string, hours: number): Letter {
  const link = `${origin}${linkedPaths.password}#reset=${token}`;
  const holds = `The link works once, for ${hours} ${hours === 1 ? "hour" : "hours"}:`;
  return kind === "invitation"
    ? {
        subject: "You are invited to the front desk",
        text: ["You are invited to answer what visitors write. Set a password to begin.", "", holds, link].join("\n"),
      }
    : {
        subject: "Set a new password",
        text: [
          "Somebody has asked for a new password for your account at the front desk.",
          "",
          holds,
          link,
          "",
          "If it was not you, do nothing: your password stays as it is.",
        ].join("\n"),
      };
}

/** What the button `Send a test` sends. */
export function testOf({ brands }: Site): Letter {
  return {
    subject: `Test from ${brands.home.name}`,
    text: `This is a test from the front desk of ${brands.home.name}. News of inquiries will arrive here.`,
  };
}
