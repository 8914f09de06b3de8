import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Dump } from "../store/testing.ts";
import {
  type ApiTest,
  createApiTest,
  exampleCall,
  exampleCalls,
  goodChannel,
  goodInquiry,
  goodAssertion,
  goodPassword,
  goodRegistration,
  goodReply,
  goodTag,
  goodToken,
  goodView,
  goodReport,
  goodSettings,
  named,
} from "../testing-api.ts";

/** A field of a body, what is wrong with it, its value, and the expected message. */
type Refusal = [field: string, what: string, value: unknown, message: string];

const wrongTypes: Array<[string, unknown]> = [
  ["a number", 7],
  ["a boolean", true],
  ["null", null],
  ["a list", ["text"]],
  ["an object", { text: "text" }],
];
const blanks: Array<[string, string]> = [
  ["empty", ""],
  ["only white space", " \t\n\u00a0\u3000"],
  ["only NUL", "\0\0"],
];

function text(field: string, label: string, max: number): Refusal[] {
  return [
    [field, "too long by one", "a".repeat(max + 1), `${label} must be at most ${max} characters.`],
    ...wrongTypes.map(([what, value]): Refusal => [field, what, value, `${label} must be text.`]),
  ];
}

function required(field: string, label: string, max: number): Refusal[] {
  return [
    [field, "missing", undefined, `${label} is required.`],
    ...blanks.map(([what, value]): Refusal => [field, what, value, `${label} is required.`]),
    ...text(field, label, max),
  ];
}

function password(min: number): Refusal[] {
  return [
    ["password", "missing", undefined, "Password is required."],
    ...wrongTypes.map(([what, value]): Refusal => ["password", what, value, "Password is required."]),
    ["password", "too long by one", "p".repeat(1025), "Password must be at most 1024 characters."],
    min === 1
      ? ["password", "empty", "", "Password is required."]
      : ["password", "too short by one", "p".repeat(min - 1), `Password must have at least ${min} characters.`],
  ];
}

const days = "Days must be a whole number from 1 to 3650.";
const port = "Port must be a number from 1 to 65535.";
const email = "must be an address such as asha@example.com.";
const type = "Choose a type of channel, such as WhatsApp or Telegram.";
const channel: Refusal[] = [
  ["type", "missing", undefined, type],
  ["type", "blank", "", type],
  ["type", "in another case", "Telegram", type],
  ["type", "unknown", "signal", type],
  ...wrongTypes.map(([what, value]): Refusal => ["type", what, value, type]),
  ...required("value", "Value", 500),
  ["value", "a stranger's host", "https://t.me.evil.example/x", "t.me"],
  ["isActive", "text", "true", "Choose whether the channel is active."],
  ["isActive", "a number", 1, "Choose whether the channel is active."],
  ["isActive", "null", null, "Choose whether the channel is active."],
  // `null` means no description.
  ...text("proof", "Description", 500).filter(([, what]) => what !== "null"),
];

const status = "Choose a status for the inquiry.";
const savedReply: Refusal[] = [
  ...required("title", "Title", 80),
  ...required("text", "Text", 2000),
  [
    "text",
    "with an unknown placeholder",
    "Hello {nmae}",
    "{nmae} cannot be filled in. Text may hold {name}, {reference}",
  ],
  ["variants", "a list", ["नमस्ते"], "Give the texts in further languages by their codes."],
];

const color = "Choose a colour for the tag.";
const tag: Refusal[] = [
  ...required("name", "Name", 40),
  ["color", "missing", undefined, color],
  ["color", "unknown", "#ff0000", color],
];
const shared = "Choose whether the team sees this view.";
const savedView: Refusal[] = [
  ...required("name", "Name", 40),
  ["isShared", "missing", undefined, shared],
  ["isShared", "text", "true", shared],
  ["filter", "empty", {}, "Set a filter first"],
  ["filter", "with a search alone, which is not saved", { search: "Ravi" }, "Set a filter first"],
  ["filter", "missing", undefined, "Set a filter first"],
];

const refusals: Record<string, Refusal[]> = {
  "POST /api/contact-inquiries": [
    ...required("name", "Full Name", 100),
    ...required("phone", "Phone Number", 40),
    ...required("email", "Email Address", 254),
    ...["asha", "asha@", "@example.com", "asha example@example.com", "a@b@example.com", "asha@example"].map(
      (value): Refusal => ["email", `the text ${value}`, value, `Email Address ${email}`],
    ),
    ...required("city", "City", 100),
    ...required("query", "Message", 4000),
  ],
  "POST /api/impostor-reports": [
    ...required("reported", "Number, name or link", 500),
    // Optional fields default to null.
    ...text("happened", "What happened", 4000).filter(([, what]) => what !== "null"),
    ...text("reach", "How to reach you", 254).filter(([, what]) => what !== "null"),
    ...["asha", "asha@", "asha@example", "a@b@example.com", "1234", "9".repeat(41), "call +91 90000 00000"].map(
      (value): Refusal => ["reach", `the text ${value}`, value, "must be an email address or a phone number"],
    ),
  ],
  "POST /api/verify": required("text", "Number, name, link or address", 500),
  "POST /api/contacts": channel,
  "PUT /api/contacts/{id}": channel,
  "PATCH /api/contacts/{id}": [
    ["isActive", "missing", undefined, "There is nothing to change."],
    ["isActive", "text", "false", "Choose whether the channel is active."],
    ["isActive", "a number", 0, "Choose whether the channel is active."],
    ["isActive", "null", null, "Choose whether the channel is active."],
    ["type", "unknown", "signal", type],
    ["value", "empty", "", "Value is required."],
    ["value", "a stranger's host", "https://t.me.evil.example/x", "country code"],
    ...text("proof", "Description", 500),
  ],
  "PUT /api/contacts/order": [
    ["ids", "missing", undefined, "List the channels in their new order."],
    ["ids", "text", "1,2", "List the channels in their new order."],
    ["ids", "null", null, "List the channels in their new order."],
    ["ids", "a list of numbers", [1, 2], "List the channels in their new order."],
    ["ids", "too long by one", Array(10_001).fill(""), "List at most 10000 channels."],
  ],
  "POST /api/contacts/{id}/schedules": [
    ["fields", "missing", undefined, "Choose what changes."],
    ["fields", "empty", {}, "There is nothing to change."],
    ["fields", "null", null, "Choose what changes."],
    ["from", "missing", undefined, "From must be a time such as 2026-12-24T18:00:00Z."],
    ["from", "a day", "2026-12-24", "From must be a time such as 2026-12-24T18:00:00Z."],
    ["from", "past", "2020-12-24T18:00:00Z", "From must be a time in the future."],
    ["until", "a number", 7, "Until must be a time such as 2026-12-26T09:00:00Z, or left empty."],
    ["until", "before from", "2026-12-01T09:00:00Z", "Until must be later than From."],
  ],
  "PUT /api/contacts/hidden": [
    ["hidden", "missing", undefined, "Choose whether all channels are hidden."],
    ["hidden", "text", "true", "Choose whether all channels are hidden."],
    ["hidden", "null", null, "Choose whether all channels are hidden."],
  ],
  "PUT /api/contacts/rule": [
    ["kind", "missing", undefined, "Choose when changes are published"],
    ["kind", "unknown", "vote", "Choose when changes are published"],
    ["kind", "not possible", "approval", "There is only one owner."],
    ["minutes", "text", "60", "Minutes must be a whole number from 1 to 10080."],
    ["minutes", "none", 0, "Minutes must be a whole number from 1 to 10080."],
    ["minutes", "too many", 10_081, "Minutes must be a whole number from 1 to 10080."],
  ],
  "POST /api/contacts/import": [
    ["file", "missing", undefined, "Choose a file of channels"],
    ["file", "text", "channels", "Choose a file of channels"],
    ["removeOthers", "text", "true", "Choose whether channels that are not in the file are removed."],
    ["dryRun", "null", null, "Choose whether to show only what would change."],
    ["version", "text", "1", "Say which version of the list"],
  ],
  "POST /api/session": [...required("email", "Email", 254), ...password(1)],
  "POST /api/session/proof": password(1),
  "POST /api/session/second-factor": [
    ["ticket", "missing", undefined, "This sign-in took too long."],
    ["ticket", "a number", 7, "This sign-in took too long."],
    ["ticket", "too long by one", "t".repeat(401), "This sign-in took too long."],
    ...required("code", "Code", 40),
  ],
  "POST /api/session/passkey-options": [["ticket", "a number", 7, "This sign-in took too long."]],
  "POST /api/session/passkey": [
    ["ticket", "a number", 7, "This sign-in took too long."],
    ["response", "missing", undefined, "This is not a valid response from a passkey."],
    ["response", "text", "passkey", "This is not a valid response from a passkey."],
  ],
  "PUT /api/second-factor/codes": required("code", "Code", 40),
  "POST /api/second-factor/passkeys": [
    ...required("name", "Name", 60),
    ["response", "missing", undefined, "This is not a valid response from a passkey."],
    ["response", "text", "passkey", "This is not a valid response from a passkey."],
  ],
  "POST /api/password": [
    ...text("email", "Email", 254),
    ["email", "no address", "owner", `Email ${email}`],
    ...password(12),
    ["token", "missing", undefined, "The link is not complete."],
    ["token", "blank", "", "The link is not complete."],
    ["token", "a number", 7, "The link is not complete."],
    ["token", "too long by one", "t".repeat(201), "The link is not complete."],
  ],
  "PUT /api/session/password": password(12),
  "POST /api/password-reset": required("email", "Email", 254),
  "POST /api/members": [
    ...required("email", "Email", 254),
    ["email", "no address", "asha@", `Email ${email}`],
    ["role", "unknown", "admin", "Choose a role for this member."],
    ["role", "null", null, "Choose a role for this member."],
  ],
  "PUT /api/members/{id}/turns": [
    ["takesTurns", "missing", undefined, "Choose whether this member is in the rotation."],
    ["takesTurns", "text", "yes", "Choose whether this member is in the rotation."],
  ],
  "PUT /api/inbox/bell/read": [
    ["until", "missing", undefined, "Until must be a time such as"],
    ["until", "a day", "2026-11-28", "Until must be a time such as"],
    ["inquiryId", "a number", 7, "Inquiry must be text."],
    ["inquiryId", "too long", "a".repeat(101), "There is no such inquiry."],
  ],
  "PUT /api/session/settings": [
    ["assignsOnReply", "text", "yes", "Choose whether an inquiry that you reply to is assigned to you."],
    ["sendKey", "unknown", "wait", "Choose what Ctrl+Enter does."],
    ["mentions", "text", "bell", "Choose how you are notified of it."],
    ["undelivered", "null", null, "Choose how you are notified of it."],
    ["quietHours", "text", "night", "Set the quiet hours, or switch them off."],
  ],
  "PUT /api/profile": [
    ["names", "missing", undefined, "Give the texts by the codes of the languages."],
    ["names", "a list", ["Asha"], "Give the texts by the codes of the languages."],
    ["signatures", "missing", undefined, "Give the texts by the codes of the languages."],
    ["signatures", "text", "Asha", "Give the texts by the codes of the languages."],
    ["picture", "no Base64", "<svg>", "Choose a PNG, WebP or JPEG picture."],
    ["picture", "empty", "", "Choose a PNG, WebP or JPEG picture."],
    ["picture", "too long", "A".repeat(60_004), "Choose a smaller picture."],
  ],
  "POST /api/members/{id}/profile/picture": [
    ["pictureId", "missing", undefined, "Name the picture that you saw."],
    ["pictureId", "empty", "", "Name the picture that you saw."],
  ],
  "PATCH /api/members/{id}": [
    ["role", "missing", undefined, "There is nothing to change."],
    ["role", "unknown", "admin", "Choose a role for this member."],
    ["isActive", "text", "false", "Choose whether this member is active."],
    ["isActive", "null", null, "Choose whether this member is active."],
    ["reassignTo", "a number", 7, "Choose who gets the open inquiries, or nobody."],
    ["reassignTo", "too long by one", "m".repeat(101), "Choose who gets the open inquiries, or nobody."],
  ],
  "PATCH /api/contact-inquiries/{id}": [
    ["status", "missing", undefined, "There is nothing to change."],
    ["status", "unknown", "done", status],
    ["status", "null", null, status],
    ["assigneeId", "a number", 7, "Choose a member of the team, or nobody."],
    ["assigneeId", "nobody that there is", "stranger", "Nothing can be assigned to this member"],
    ["tags", "a list", ["a"], "Say which tags are added and removed."],
    ["tags", "null", null, "Say which tags are added and removed."],
    ["tags", "none that there is", { add: ["stranger"] }, "This tag is no longer there."],
    ["snoozedUntil", "no time", "tomorrow", "Choose a time, or that it waits"],
    ["snoozedUntil", "a number", 7, "Choose a time, or that it waits"],
    ["snoozedUntil", "long ago", "2020-01-01T00:00:00.000Z", "Choose a time in the future"],
  ],
  "POST /api/contact-inquiries/{id}/notes": [
    ...required("text", "Note", 4000),
    ["mentions", "no list", "asha", "List the members that the note mentions."],
    ["mentions", "eleven", Array.from({ length: 11 }, () => "a"), "Mention at most 10 members in a note."],
    ["mentions", "a stranger", ["nobody"], "A member that the note mentions is no longer on the team."],
  ],
  "POST /api/contact-inquiries/changes": [
    ["changes", "missing", undefined, "List what changes."],
    ["changes", "text", "all", "List what changes."],
    ["changes", "empty", [], "Choose at least one inquiry."],
    [
      "changes",
      "too long by one",
      Array.from({ length: 501 }, () => ({ id: "a", version: 1 })),
      "Choose at most 500 inquiries.",
    ],
    ["changes", "a list of numbers", [1], "Each change must name an inquiry."],
    ["changes", "without an id", [{ version: 1, status: "new" }], "Choose an inquiry."],
    ["changes", "without a version", [{ id: "a", status: "new" }], "Say which version of the inquiry"],
    ["changes", "with an unknown status", [{ id: "a", version: 1, status: "done" }], status],
    [
      "changes",
      "with a snooze that is over",
      [{ id: "a", version: 1, snoozedUntil: "2020-01-01T00:00:00.000Z" }],
      "Choose a time in the future",
    ],
    [
      "changes",
      "with a stranger",
      [{ id: "a", version: 1, assigneeId: "stranger" }],
      "Nothing can be assigned to this member",
    ],
  ],
  "POST /api/contact-inquiries/erase": [
    ["inquiries", "missing", undefined, "List the inquiries."],
    ["inquiries", "empty", [], "Choose at least one inquiry."],
    [
      "inquiries",
      "too long by one",
      Array.from({ length: 501 }, () => ({ id: "a", version: 1 })),
      "Choose at most 500 inquiries.",
    ],
    ["inquiries", "a list of ids", ["a"], "Name each inquiry with the version that you have seen."],
    ["inquiries", "without an id", [{ version: 1 }], "Choose an inquiry."],
    ["inquiries", "without a version", [{ id: "a" }], "Say which version of the inquiry"],
  ],
  "PUT /api/contact-inquiries/{id}/blocked": [
    ["phone", "missing", undefined, "Choose whether the number is blocked."],
    ["phone", "text", "yes", "Choose whether the number is blocked."],
    ["email", "missing", undefined, "Choose whether the address is blocked."],
    ["email", "null", null, "Choose whether the address is blocked."],
  ],
  "PUT /api/contact-inquiries/{id}/merge": [
    ["into", "missing", undefined, "Choose an inquiry."],
    ["into", "text", "K7P-4MX", "Choose an inquiry."],
  ],
  "POST /api/blocked-senders/restore": [
    ["undo", "missing", undefined, "Say which sender is blocked again"],
    ["undo", "empty", "", "Say which sender is blocked again"],
    ["undo", "too long by one", "x".repeat(2001), "Say which sender is blocked again"],
  ],
  "POST /api/contact-inquiries/{id}/replies": [
    ["id", "missing", undefined, "Say with which new UUID this reply is sent"],
    ["id", "no UUID", "1", "Say with which new UUID this reply is sent"],
    ["way", "missing", undefined, "Choose how the reply goes out"],
    ["way", "unknown", "fax", "Choose how the reply goes out"],
    ["way", "email, while no mail is set up", "email", "No email can be sent"],
    ["text", "missing", undefined, "Reply is required."],
    ["text", "blank", " ", "Reply is required."],
    ["text", "too long by one", "x".repeat(4001), "Reply must be at most 4000 characters."],
    ["status", "new", "new", "Choose the status that the reply sets"],
  ],
  "POST /api/conversation": [["key", "missing", undefined, "Send the key of the private page."]],
  "POST /api/conversation/answers": [
    ["key", "missing", undefined, "Send the key of the private page."],
    ["text", "missing", undefined, "Your answer is required."],
    ["text", "blank", " ", "Your answer is required."],
    ["text", "too long by one", "x".repeat(4001), "Your answer must be at most 4000 characters."],
  ],
  ...Object.fromEntries(
    ["POST /api/contact-inquiries/restore", "POST /api/contact-inquiries/bin/erase"].map(
      (name): [string, Refusal[]] => [
        name,
        [
          ["ids", "missing", undefined, "Choose at least one inquiry."],
          ["ids", "empty", [], "Choose at least one inquiry."],
          ["ids", "too long by one", Array.from({ length: 501 }, () => "a"), "Choose at most 500 inquiries."],
          ["ids", "a list of numbers", [1], "Choose an inquiry."],
        ],
      ],
    ),
  ),
  "POST /api/contact-inquiries/bin/empty": [
    ["until", "missing", undefined, "Until must be a time such as"],
    ["until", "a day", "2026-11-21", "Until must be a time such as"],
  ],
  "PUT /api/inbox/presence": [
    ["connection", "missing", undefined, "Say by which connection the inbox is open."],
    ["connection", "too long by one", "c".repeat(101), "There is no such connection."],
    ["inquiryId", "missing", undefined, "Choose the inquiry that is open, or none."],
    ["inquiryId", "a number", 7, "Choose the inquiry that is open, or none."],
    ["isAnswering", "text", "yes", "Say whether you are replying."],
    ["isHidden", "text", "yes", "Say whether the page is hidden."],
  ],
  "PUT /api/drafts/{id}": [
    ["kind", "missing", undefined, "Say which of the two drafts it is."],
    ["kind", "unknown", "letter", "Say which of the two drafts it is."],
    ["text", "missing", undefined, "Draft is required."],
    ["text", "a number", 5, "Draft must be text."],
    ["text", "too long by one", "d".repeat(6001), "Draft must be at most 6000 characters."],
    ["filled", "too long by one", "d".repeat(6001), "Inserted text must be at most 6000 characters."],
    ["before", "null", null, "Text before it must be text."],
    ["seenUntil", "no time", "yesterday", "When it was last seen must be a time."],
  ],
  "POST /api/saved-replies": savedReply,
  "PUT /api/saved-replies/{id}": savedReply,
  "POST /api/tags": tag,
  "PUT /api/tags/{id}": tag,
  "POST /api/tags/{id}/merge": [
    ["into", "missing", undefined, "Choose the tag to merge into."],
    ["into", "too long by one", "t".repeat(101), "Choose the tag to merge into."],
  ],
  "POST /api/api-tokens": [
    ...required("name", "Name", 60),
    ["name", "an address", "asha@example.com", "Name must not contain an @."],
    ["scopes", "missing", undefined, "Choose what the token may do."],
    ["scopes", "empty", [], "Choose what the token may do."],
    ["scopes", "unknown", ["channels:write"], "Choose what the token may do from the list."],
    ["scopes", "to answer without reading", ["inquiries:reply"], "To change or reply to inquiries, the token must"],
    ["expiresOn", "missing", undefined, "Must be a day such as 2026-11-21."],
    ["expiresOn", "over", "2026-10-31", "Choose a day from today on"],
    ["expiresOn", "far away", "2028-12-31", "Choose a day from today on"],
  ],
  "POST /api/saved-views": savedView,
  "PUT /api/saved-views/{id}": savedView,
  "POST /api/setup/support-arrived": [["code", "missing", undefined, "Enter the code from the email."]],
  "POST /api/site/notices/removal": required("text", "Text", 160),
  "PUT /api/answers/{id}/sender": [["isVisitors", "text", "yes", "Say whether the answer is the visitor's."]],
  "PUT /api/site/figures/{id}": [["value", "missing", undefined, "Send the value of the figure."]],
  "PUT /api/site": [["values", "missing", undefined, "Send the values of the site."]],
  "PUT /api/site/draft": [["values", "missing", undefined, "Send the values of the site."]],
  "PUT /api/settings": [
    ["retentionDays", "missing", undefined, days],
    ...[0, 3651, 1.5, "180", null].map((value): Refusal => ["retentionDays", `${value}`, value, days]),
    ["acknowledge", "missing", undefined, "Choose whether visitors get an email that their inquiry has arrived."],
    ["acknowledge", "text", "true", "Choose whether visitors get an email that their inquiry has arrived."],
    ["requiresSecondFactor", "text", "true", "Choose whether everyone on the team needs a second factor."],
    ["requiresSecondFactor", "without one of their own", true, "Set up a second factor of your own first."],
    ["says", "missing", undefined, "Choose what a notification contains: the reference only, or the whole message."],
    ["says", "unknown", "everything", "Choose what a notification contains: the reference only, or the whole message."],
    ["mail", "missing", undefined, "Set up mail, or switch it off."],
    ["mail", "text", "smtp", "Set up mail, or switch it off."],
    ["webhook", "missing", undefined, "Set up the webhook, or switch it off."],
    ["telegram", "missing", undefined, "Set up Telegram, or switch it off."],
  ],
  "POST /api/settings/test": [
    ["channel", "missing", undefined, "Choose which delivery to test."],
    ["channel", "unknown", "pager", "Choose which delivery to test."],
  ],
};

/** Invalid settings, each with one changed field, and the expected message. */
const badSettings: Array<[field: string, what: string, change: object, message: string]> = [
  ["mail.host", "blank", { mail: { ...goodSettings.mail, host: " " } }, "Server is required."],
  ["mail.host", "an address", { mail: { ...goodSettings.mail, host: "smtp://x" } }, "Server must be a name"],
  ["mail.port", "0", { mail: { ...goodSettings.mail, port: 0 } }, port],
  ["mail.port", "65536", { mail: { ...goodSettings.mail, port: 65_536 } }, port],
  ["mail.security", "unknown", { mail: { ...goodSettings.mail, security: "ssl" } }, "Choose how the connection"],
  ["mail.user", "a number", { mail: { ...goodSettings.mail, user: 7 } }, "User must be text."],
  ["mail.password", "too long", { mail: { ...goodSettings.mail, password: "p".repeat(1025) } }, "at most 1024"],
  ["mail.password", "missing", { mail: { ...goodSettings.mail, password: undefined } }, "Password is required"],
  ["mail.from", "no address", { mail: { ...goodSettings.mail, from: "desk" } }, "From must be an address"],
  [
    "mail.from",
    "two lines",
    { mail: { ...goodSettings.mail, from: "a@example.com\nBcc: b@example.com" } },
    "From must",
  ],
  ["mail.to", "text", { mail: { ...goodSettings.mail, to: "team@example.com" } }, "List who is notified of an inquiry"],
  ["mail.to", "one that is none", { mail: { ...goodSettings.mail, to: ["team@example.com", "x"] } }, "Each address"],
  ["mail.to", "21", { mail: { ...goodSettings.mail, to: Array(21).fill("a@example.com") } }, "at most 20"],
  ["webhook.url", "no address", { webhook: { url: "hook" } }, "Address must be one such as"],
  ["webhook.url", "another protocol", { webhook: { url: "file:///etc/passwd" } }, "Address must be one such as"],
  ["webhook.url", "a password", { webhook: { url: "https://u:p@example.com" } }, "without a user or a password"],
  ...["127.0.0.1", "10.0.0.1", "[::1]", "[fd00::1]", "localhost", "desk.localhost", "2130706433"].map(
    (host): [string, string, object, string] => [
      "webhook.url",
      host,
      { webhook: { url: `https://${host}/hook` } },
      "Address must lead to a public",
    ],
  ),
  ["webhook.url", "http", { webhook: { url: "http://hook.example.com" } }, "Address must start with https://."],
  ["telegram.chatId", "blank", { telegram: { ...goodSettings.telegram, chatId: "" } }, "Chat is required."],
  [
    "telegram.chatId",
    "a name",
    { telegram: { ...goodSettings.telegram, chatId: "our chat" } },
    "Chat must be a number",
  ],
  ["telegram.token", "missing", { telegram: { chatId: "1" } }, "Token is required."],
  ["telegram.token", "nonsense", { telegram: { chatId: "1", token: "x/../y" } }, "Token must be one such as"],
  ["binDays", "zero", { binDays: 0 }, "Days in the bin must be"],
  ["binDays", "too many", { binDays: 366 }, "Days in the bin must be"],
  [
    "replyMail",
    "unknown",
    { replyMail: "all" },
    "Choose whether visitors get an email about a reply on the private page",
  ],
  ["assignsInTurn", "text", { assignsInTurn: "yes" }, "Choose whether new inquiries are assigned to the agents"],
  [
    "agentsMayBulk",
    "text",
    { agentsMayBulk: "yes" },
    "Choose whether agents can export inquiries and delete several at once",
  ],
  ["acknowledge", "on without mail", { acknowledge: true, mail: null }, "Set up email first"],
];

const longest = `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(57)}.com`;
/** Bodies at the limit of a field, and the status that shows that they were accepted. */
const accepted: Array<[call: string, what: string, fields: Record<string, unknown>, status: number]> = [
  ["POST /api/contact-inquiries", "Full Name", { name: `  ${"न".repeat(100)}  ` }, 201],
  ["POST /api/contact-inquiries", "Phone Number", { phone: "9".repeat(40) }, 201],
  ["POST /api/contact-inquiries", "Email Address", { email: longest }, 201],
  ["POST /api/contact-inquiries", "City", { city: "c".repeat(100) }, 201],
  ["POST /api/contact-inquiries", "Message", { query: "q".repeat(4000) }, 201],
  ["POST /api/impostor-reports", "Number, name or link", { reported: "न".repeat(500) }, 201],
  ["POST /api/impostor-reports", "What happened", { happened: "h".repeat(4000) }, 201],
  ["POST /api/impostor-reports", "no more", { happened: null, reach: null }, 201],
  ["POST /api/impostor-reports", "an address", { reach: longest }, 201],
  ["POST /api/impostor-reports", "a number", { reach: `+91 (90000) ${"0".repeat(28)}` }, 201],
  ["POST /api/verify", "Text", { text: "न".repeat(500) }, 200],
  ["POST /api/contact-inquiries/{id}/notes", "Note", { text: "न".repeat(4000) }, 201],
  [
    "POST /api/contact-inquiries/changes",
    "Changes",
    { changes: Array.from({ length: 500 }, () => ({ id: "a", version: 1 })) },
    200,
  ],
  [
    "POST /api/contact-inquiries/erase",
    "Inquiries",
    { inquiries: Array.from({ length: 500 }, () => ({ id: "a", version: 1 })) },
    200,
  ],
  ["POST /api/contact-inquiries/restore", "Ids", { ids: Array.from({ length: 500 }, () => "a") }, 200],
  ["POST /api/contact-inquiries/bin/erase", "Ids", { ids: Array.from({ length: 500 }, () => "a") }, 200],
  ["POST /api/saved-replies", "Text in Hindi", { title: "T", text: "T", variants: { hi: "न".repeat(2000) } }, 201],
  ["POST /api/saved-replies", "Title and Text", { title: "t".repeat(80), text: "t".repeat(2000) }, 201],
  ["POST /api/tags", "Name", { name: "t".repeat(40) }, 201],
  ["POST /api/saved-views", "Name", { name: "v".repeat(40) }, 201],
  ["POST /api/contacts", "Value", { type: "website", value: `https://example.com/${"p".repeat(480)}` }, 201],
  ["POST /api/contacts", "Description", { proof: "d".repeat(500) }, 201],
  ["POST /api/session", "Email and Password", { email: longest, password: "p".repeat(1024) }, 401],
  ["POST /api/password", "the link, Email and Password", { token: "t".repeat(200), email: longest }, 409],
  ["POST /api/password", "Password", { token: "t", password: "p".repeat(1024) }, 409],
  ["POST /api/password", "a short Password", { token: "t", password: "p".repeat(12) }, 409],
];

const good: Record<string, Record<string, unknown>> = {
  "POST /api/contact-inquiries": goodInquiry,
  "POST /api/impostor-reports": goodReport,
  "POST /api/verify": { text: "@saffron_example" },
  "POST /api/contacts": goodChannel,
  "PUT /api/contacts/{id}": goodChannel,
  "POST /api/contacts/{id}/schedules": { fields: { isActive: false }, from: "2026-12-24T12:00:00Z" },
  "PUT /api/contacts/rule": { kind: "delay", minutes: 60 },
  "POST /api/contacts/import": { file: { format: "front-desk-channels", version: 1, channels: [] } },
  "POST /api/session": { email: "owner@example.com", password: goodPassword },
  "POST /api/password": { token: "t", password: goodPassword },
  "POST /api/members": { email: "new.agent@example.com", role: "agent" },
  "PUT /api/members/{id}/turns": { takesTurns: false },
  "PUT /api/inbox/bell/read": { until: "2026-11-28T09:30:00.000Z" },
  "PUT /api/session/settings": { assignsOnReply: true },
  "PUT /api/profile": { names: { en: "Asha" }, signatures: {} },
  "POST /api/members/{id}/profile/picture": { pictureId: "p" },
  "PATCH /api/members/{id}": { role: "agent" },
  "PATCH /api/contact-inquiries/{id}": { status: "answered" },
  "PUT /api/contact-inquiries/{id}/blocked": { phone: true, email: true },
  "PUT /api/contact-inquiries/{id}/merge": { into: { id: "7b0a2c3e", version: 1 } },
  "POST /api/blocked-senders/restore": { undo: "none of ours" },
  "POST /api/contact-inquiries/{id}/notes": { text: "Waits for the bank" },
  "POST /api/contact-inquiries/{id}/replies": { id: "6a8f0000-0000-4000-8000-000000000003", way: "page", text: "Hi" },
  "POST /api/conversation": { key: "a key" },
  "POST /api/conversation/answers": { key: "a key", text: "It has arrived." },
  "POST /api/contact-inquiries/changes": { changes: [{ id: "a", version: 1, status: "new" }] },
  "POST /api/contact-inquiries/erase": { inquiries: [{ id: "a", version: 1 }] },
  "POST /api/contact-inquiries/restore": { ids: ["a"] },
  "POST /api/contact-inquiries/bin/erase": { ids: ["a"] },
  "POST /api/contact-inquiries/bin/empty": { until: "2026-11-21T09:30:00.000Z" },
  "PUT /api/inbox/presence": { connection: "c", inquiryId: null },
  "POST /api/session/second-factor": { ticket: "a ticket", code: "123456" },
  "POST /api/session/passkey": { response: goodAssertion },
  "POST /api/second-factor/passkeys": { name: "A phone", response: goodRegistration },
  "PUT /api/drafts/{id}": { kind: "note", text: "Waits for" },
  "POST /api/saved-replies": goodReply,
  "PUT /api/saved-replies/{id}": goodReply,
  "POST /api/tags": goodTag,
  "PUT /api/tags/{id}": goodTag,
  "POST /api/tags/{id}/merge": { into: "t" },
  "POST /api/api-tokens": { ...goodToken },
  "POST /api/saved-views": goodView,
  "PUT /api/saved-views/{id}": goodView,
  "PUT /api/settings": goodSettings,
  "POST /api/settings/test": { channel: "telegram" },
};

let api: ApiTest;
let before: Dump;
beforeAll(async () => {
  api = await createApiTest({ env: { LIMIT_BODY_BYTES: "100000" } });
});
beforeEach(async () => {
  before = await api.dump();
});
afterAll(() => api.close());

const withBody = exampleCalls.filter(({ body }) => body !== undefined);

it("knows what to refuse for every call that takes a body", () => {
  expect(Object.keys(refusals).sort()).toEqual(
    named(withBody)
      .map(([name]) => name)
      .sort(),
  );
});

describe.each(named(withBody))("%s refuses", (name, call) => {
  it.each(refusals[name] ?? [])("%s: %s", async (field, _what, value, message) => {
    const { [field]: _replaced, ...others } = good[name] ?? {};
    const response = await api.send(call, { payload: value === undefined ? others : { ...others, [field]: value } });
    expect(response.statusCode).toBe(422);
    expect(response.headers["content-type"]).toBe("application/problem+json");
    expect(response.json()).toEqual({
      type: "about:blank",
      title: "Unprocessable Entity",
      status: 422,
      message: "Please correct the marked fields.",
      code: "fields.correct",
      params: {},
      requestId: expect.any(String),
      errors: { [field]: expect.stringContaining(message) },
      errorsCode: { [field]: { code: expect.any(String), params: expect.any(Object) } },
    });
    expect(await api.dump()).toEqual(before);
  });

  const missing = (refusals[name] ?? []).filter(([, what]) => what === "missing");
  // If every field is optional, there is nothing to reject.
  if (missing.length > 0) {
    it("all fields missing, with a message for each that is required", async () => {
      const response = await api.send(call, { payload: {} });
      expect(response.statusCode).toBe(422);
      const messages = missing.map(([field, , , message]) => [field, expect.stringContaining(message)]);
      expect(response.json().errors).toEqual(Object.fromEntries(messages));
      expect(await api.dump()).toEqual(before);
    });
  }

  it.each([
    ["a list", "[]"],
    ["null", "null"],
    ["text", '"text"'],
    ["a number", "7"],
  ])("a body that is %s", async (_what, payload) => {
    const response = await api.send(call, { payload, headers: { "content-type": "application/json" } });
    expect(response.statusCode).toBe(422);
    expect(response.json().message).toBe("The request must be a JSON object with the fields of this call.");
    expect(response.json().errors).toBeUndefined();
    expect(await api.dump()).toEqual(before);
  });
});

it.each(badSettings)("PUT /api/settings refuses %s: %s", async (field, _what, change, message) => {
  const response = await api.send(exampleCall("PUT /api/settings"), { payload: { ...goodSettings, ...change } });
  expect(response.statusCode).toBe(422);
  expect(response.json().errors).toEqual({ [field]: expect.stringContaining(message) });
  expect(await api.dump()).toEqual(before);
});

it.each(accepted)("%s takes %s at its limit", async (name, _what, fields, expected) => {
  const response = await api.send(exampleCall(name), { payload: { ...good[name], ...fields } });
  expect(response.statusCode).toBe(expected);
});
