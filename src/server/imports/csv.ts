import { hash } from "node:crypto";
import { inquiryStatuses } from "#domain/inquiries/inquiry.ts";
import { type Fields, FieldError, type Foreign, type ForeignMessage, textIn, timeIn, visitorField } from "./foreign.ts";

/** The columns of each kind of CSV file, with other spellings; docs/import.md describes them. */
export const csvColumns = {
  id: ["id"],
  date: ["date", "created at", "received"],
  name: ["name", "full name"],
  phone: ["phone", "phone number"],
  email: ["email", "e-mail", "email address"],
  city: ["city"],
  message: ["message", "query"],
  status: ["status"],
  closed: ["closed", "closed at"],
  reply: ["reply"],
  replied: ["replied", "replied at"],
  note: ["note"],
  title: ["title"],
  text: ["text"],
} as const;

/**
 * A long number in scientific notation, as spreadsheets write it. Other programs may write a short exponent, or one
 * without a sign.
 */
const scientific = /^[+-]?\d(?:[.,]\d+)?e[+-]\d{2,3}$/i;
const likelyScientific = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d{1,3}$/i;

/**
 * Returns why a row cannot be used if a spreadsheet has shortened a number in it; undefined if none has. `cellName`
 * returns a name such as `C2`.
 */
export function lostDigits(
  cells: Partial<Record<keyof typeof csvColumns, string>>,
  cellName: (column: keyof typeof csvColumns) => string,
): string | undefined {
  for (const [column, cell] of Object.entries(cells) as Array<[keyof typeof csvColumns, string]>) {
    const isNumber = column === "phone" || column === "id";
    if (!(isNumber ? likelyScientific : scientific).test(cell.trim())) continue;
    return `${column} (cell ${cellName(column)}) is a number in scientific notation, without all its digits: format the column as text, and save the file again`;
  }
  return undefined;
}

/** A row of a CSV file: an inquiry or, with `title` and `text`, a saved reply. @throws FieldError */
export function readRow(row: Fields): Foreign {
  const given = textIn(row, "id");
  // A row without an id is identified by its whole content.
  const id = given === "" ? hash("sha256", JSON.stringify(Object.entries(row))) : `id ${given}`;
  if ("title" in row) return { kind: "saved reply", id, title: textIn(row, "title"), text: textIn(row, "text") };
  const at = timeIn(row, "date");
  if (at === null) throw new FieldError("date is missing");
  const status = inquiryStatuses.find((known) => known === (textIn(row, "status").toLowerCase() || "new"));
  if (status === undefined) throw new FieldError(`status must be ${inquiryStatuses.join(", ")} or empty`);
  if (textIn(row, "message") === "") throw new FieldError("message is missing");
  const repliedAt = timeIn(row, "replied") ?? at;
  const message = (from: ForeignMessage["from"], name: string, time: number): ForeignMessage[] => {
    const text = textIn(row, name);
    return text === "" ? [] : [{ from, at: time, text, author: "" }];
  };
  return {
    kind: "inquiry",
    id,
    number: null,
    name: visitorField("name", textIn(row, "name")),
    // Programs that read numbers as fractions write 919876543210.0.
    phone: visitorField("phone", textIn(row, "phone").replace(/^(\+?\d{6,})[.,]0+$/, "$1")),
    email: visitorField("email", textIn(row, "email")),
    city: visitorField("city", textIn(row, "city")),
    way: "email",
    status,
    closedAt: status === "closed" ? (timeIn(row, "closed") ?? repliedAt) : null,
    snoozedUntil: null,
    messages: [
      ...message("visitor", "message", at),
      ...message("team", "reply", repliedAt),
      ...message("note", "note", repliedAt),
    ],
  };
}
