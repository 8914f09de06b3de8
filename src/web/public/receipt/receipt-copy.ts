import type { Receipt } from "#contract/receipt.ts";

/** The status of an inquiry, worded for visitors. */
export const receiptWords: Record<Receipt["status"], { status: string; meaning: string }> = {
  new: { status: "Received", meaning: "Your message has reached us. Someone of our team will read it soon." },
  "in progress": { status: "In progress", meaning: "Someone of our team is looking into it." },
  answered: { status: "Answered", meaning: "We have answered you by phone, WhatsApp or e-mail." },
  binned: {
    status: "Deleted",
    meaning: "Our team has deleted it. It is kept a while in case that was a mistake, and then erased for good.",
  },
  closed: { status: "Closed", meaning: "Nothing more is to be done. Write to us again if we are mistaken." },
};
