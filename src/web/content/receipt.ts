import type { Receipt } from "#contract/receipt.ts";

/** Where an inquiry stands, in a visitor's words. */
export const receiptWords: Record<Receipt["status"], { status: string; meaning: string }> = {
  new: { status: "Received", meaning: "Your message has reached us. Someone of our team will read it soon." },
  "in progress": { status: "In progress", meaning: "Someone of our team is looking into it." },
  answered: { status: "Answered", meaning: "We have answered you by phone, WhatsApp or e-mail." },
  closed: { status: "Closed", meaning: "Nothing more is to be done. Write to us again if we are mistaken." },
};
