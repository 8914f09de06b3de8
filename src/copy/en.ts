import { attachmentLimits } from "#domain/inquiries/attachment.ts";

/** All texts that visitors read, in English; `hi.ts` has the same in Hindi, and the compiler names what it lacks. */
export const en = {
  /** Emails to visitors. */
  mail: {
    /** The same for all emails about an inquiry, so that mail programs show them as one conversation. */
    subject: (reference: string) => `Your message ${reference}`,
    received: (brand: string, reference: string) => `Your message has reached ${brand}. Its reference is ${reference}.`,
    getsBack: "Our team will get back to you.",
    notYou: (address: string) =>
      `If you did not write to us, somebody has given your address by mistake: tell us at ${address}.`,
    hasReplied: (brand: string, reference: string) => `${brand} has replied to your message ${reference}.`,
    signature: (brand: string, reference: string) => `${brand}, reference ${reference}`,
    read: "Read the conversation and answer",
    stop: "Stop mails about this message",
    neverAsks: "We never ask for a password, a PIN or an OTP.",
    /** In an email whose files are too large for it. */
    filesOnPage: "(The files of this reply are on your private page.)",
  },
  /** What is wrong with a form or a request of a visitor. */
  problems: {
    labels: {
      name: "Full Name",
      phone: "Phone Number",
      email: "Email Address",
      city: "City",
      query: "Message",
      reported: "Number, name or link",
      happened: "What happened",
      reach: "How to reach you",
      answer: "Your answer",
      asked: "Number, name, link or address",
    },
    required: (label: string) => `${label} is required.`,
    notText: (label: string) => `${label} must be text.`,
    tooLong: (label: string, max: number) => `${label} must be at most ${max} characters.`,
    wrongEmail: "Email Address must be an address such as asha@example.com.",
    wrongReach: "How to reach you must be an e-mail address or a phone number, or empty.",
    correctFields: "Please correct the marked fields.",
    notAnObject: "The request must be a JSON object with the fields of this call.",
    noKey: "Send the key of the private page.",
    noPage: "There is no such private page.",
    answerOver: "This conversation is over. Please send a new message.",
    answersFull: "You have written a lot already. Please wait for our reply.",
    keyOfOtherFields:
      "This was sent before with other words. Send it again, with a new Idempotency-Key, to send these as well.",
    /** The form comes back with a new key, so that submitting it again sends its content. */
    sentBefore: "This form was sent before with other words. Send it again to send what stands here now as well.",
    unavailable: "We cannot save this just now. Please try again in a moment.",
    internal: "Something went wrong on our side. Please try again.",
    /** A page cannot choose a visitor's files again. */
    chooseFilesAgain: "Please choose your files again, too.",
    throttled: {
      work:
        "Very many messages are coming in just now, so your browser has to solve a small puzzle first. " +
        "Please send it again.",
      files: (time: string) =>
        "Too many files have come from your network. Nothing is lost: please send your message without them, " +
        `or again in ${time}.`,
      flood: (time: string) =>
        `Very many messages are coming in just now. Nothing is lost: please send it again in ${time}.`,
      network: (time: string) =>
        `Too many messages have come from your network. Nothing is lost: please send it again in ${time}.`,
    },
    files: {
      "too many": `Please choose at most ${attachmentLimits.count} files.`,
      "too large": `Each file may have at most ${attachmentLimits.megabytes} MB. Please choose a smaller one.`,
      "wrong type": "Only pictures (JPEG, PNG or WebP) and PDF files can be sent. Please choose another file.",
      unreadable: "One of the pictures cannot be opened. Please choose another one.",
      busy: "Too many files are coming in just now. Please send your message without them, or try again in a minute.",
      full: "No more files can be taken at present. Please send your message without them.",
    },
  },
  /** What the server says once something was sent. */
  accepted: {
    /** The owner can word it otherwise; see `contract/site.ts`. */
    inquiry: "Thank you. Your message has reached our team, and we will get back to you soon.",
    report: "Thank you. Our team will look into it and warn others.",
    answer: "Thank you. Your answer has reached our team.",
  },
  /** The vCard with the channels. */
  phoneBook: {
    note: "Our own channels, from our website.",
  },
};
