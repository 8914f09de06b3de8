import { attachmentLimits } from "#domain/inquiries/attachment.ts";
import { counted, plural } from "./locale/intl.ts";
import type { BrandCopy } from "#domain/brands/brand.ts";
import type { PrivacyFacts } from "./privacy-facts.ts";
import type { ChannelType } from "#domain/brands/brands.ts";

/**
 * All texts that visitors read, in English; `hi.ts` has the same in Hindi, and the compiler names what it lacks.
 * Functions are one expression of their parameters and of what this file imports (scripts/inline-copy.js).
 */
export const en = {
  /** Emails to visitors. */
  mail: {
    /** The same for all emails about an inquiry, so that mail programs show them as one conversation. */
    subject: (reference: string) => `Your message ${reference}`,
    received: (brand: string, reference: string) => `Your message has reached ${brand}. Its reference is ${reference}.`,
    getsBack: "Our team will get back to you.",
    notYou: (address: string) =>
      `If you did not write to us, somebody has given your address by mistake: please let us know at ${address}.`,
    hasReplied: (brand: string, reference: string) => `${brand} has replied to your message ${reference}.`,
    signature: (brand: string, reference: string) => `${brand}, reference ${reference}`,
    read: "Read the conversation and answer",
    stop: "Stop emails about this message",
    neverAsks: "We never ask for a password, a PIN or an OTP.",
    /** In an email whose files are too large for it. */
    filesOnPage: "(The files of this reply are on your private page.)",
    codeSubject: (reference: string) => `Your code for message ${reference}`,
    code: (code: string) =>
      `${code} is your code. Type it into the page on which you asked for it; it works for 10 minutes.`,
    codeFor: (brand: string, reference: string) =>
      `It confirms to ${brand} that message ${reference} was sent from this address.`,
    codeCare: "Do not share it with anyone: our team never asks for it. If you did not write to us, ignore this email.",
    linkSubject: (reference: string) => `Your link to message ${reference}`,
    newLink: (brand: string, reference: string) =>
      `Someone asked for a new link to message ${reference} to ${brand}. Here it is:`,
    newLinkCare:
      "Anyone who has it can read the conversation, answer and erase it. If you did not ask for it, ignore this email.",
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
    wrongReach: "How to reach you must be an email address or a phone number, or empty.",
    correctFields: "Please correct the marked fields.",
    notAnObject: "The request must be a JSON object with the fields of this call.",
    noKey: "Send the key of the private page.",
    noPage: "There is no such private page.",
    answerOver: "This conversation is closed. Please send a new message.",
    answersFull: "You have already written a lot. Please wait for our reply.",
    keyOfOtherFields:
      "This was already sent with different content. Send it again with a new Idempotency-Key to send this version as well.",
    /** The form comes back with a new key, so that submitting it again sends its content. */
    sentBefore: "You already sent this form with different text. Send it again to send this version as well.",
    unavailable: "We cannot save this just now. Please try again in a moment.",
    internal: "Something went wrong on our side. Please try again.",
    /** A page cannot choose a visitor's files again. */
    chooseFilesAgain: "Please attach your files again.",
    throttled: {
      work:
        "We are receiving a lot of messages right now, so your browser has to do a quick check first. " +
        "Please send it again.",
      files: (time: string) =>
        "Too many files have come from your network. Nothing is lost: please send your message without them, " +
        `or again in ${time}.`,
      flood: (time: string) =>
        `We are receiving a lot of messages right now. Nothing is lost: please send it again in ${time}.`,
      network: (time: string) =>
        `Too many messages have come from your network. Nothing is lost: please send it again in ${time}.`,
    },
    files: {
      "too many": `Please choose at most ${attachmentLimits.count} files.`,
      "too large": `Each file can be up to ${attachmentLimits.megabytes} MB. Please choose a smaller one.`,
      "wrong type": "Only pictures (JPEG, PNG or WebP) and PDF files can be sent. Please choose another file.",
      unreadable: "One of the pictures cannot be opened. Please choose another one.",
      busy: "Too many files are coming in just now. Please send your message without them, or try again in a minute.",
      full: "No more files can be taken at present. Please send your message without them.",
    },
  },

  /** The titles of documents. */
  titles: {
    home: (brand: string) => `${brand}: Premium Platform`,
    contact: (brand: string) => `Contact: ${brand}`,
    message: (brand: string) => `Send Message: ${brand}`,
    verify: (brand: string) => `Check if it's really us: ${brand}`,
    report: (brand: string) => `Report an impostor: ${brand}`,
    terms: (brand: string) => `Terms & Conditions: ${brand}`,
    privacy: (brand: string) => `Privacy Policy: ${brand}`,
    receipt: (brand: string) => `Your message: ${brand}`,
    notFound: (brand: string) => `Page not found: ${brand}`,
    fault: "Something went wrong",
  },
  /** What search engines show; browsers do not download it. */
  descriptions: {
    verify: (brand: string) => `Check whether a number, name or link belongs to ${brand}.`,
    notFound: "There is no such page.",
    fault: "Something went wrong.",
  },
  layout: {
    skip: "Skip to the content",
    adults: (operator: string, age: number) => `${operator}. For adults only (${age}+). Play responsibly.`,
    getStarted: "Get Started",
    main: "Main",
    pages: "Pages",
    menu: "Menu",
    menuTitle: "Navigation Menu",
    language: "Language",
    home: "Home",
    contact: "Contact",
    terms: "Terms",
    privacy: "Privacy",
  },
  /** Of the kit, also in the admin area. */
  ui: {
    close: "Close",
    loading: "Loading...",
    copyOf: (text: string) => `Copy ${text}`,
    copiedOf: (text: string) => `Copied ${text}`,
    copied: "Copied",
    keep: "Save for offline use",
    copyingRefused: "Copying is not allowed here. The text is selected: press and hold it, then choose Copy.",
  },
  /** What differs from `domain/brands/`, which has the words in English: all of them in another language. */
  brands: {} as Partial<Record<ChannelType, BrandCopy>>,
  channels: {
    loading: "Loading contacts...",
    openNow: "Open now",
    until: (open: string, when: string) => `${open} · until ${when}`,
    closed: "Closed",
    opens: (when: string) => `Closed · opens ${when}`,
    clock: (hour: number, minute: string) =>
      `${hour % 12 || 12}${minute === "00" ? "" : `:${minute}`} ${hour < 12 ? "am" : "pm"}`,
    tomorrow: (clock: string) => `tomorrow ${clock}`,
    onDay: (day: string, clock: string) => `${day} ${clock}`,
    yourTime: (when: string) => `${when} your time`,
    monday: "Monday",
    allDay: "all day",
    openingHours: "Opening hours",
    more: (count: number) => `${count} more`,
    codeOf: (value: string) => `QR code of ${value}`,
    shareOf: (value: string) => `Share ${value}`,
    hidden: {
      title: "We have hidden all our channels for now",
      text: "Something may be wrong with them, so please don't use any of them until they are back here.",
    },
    nobody: {
      title: "No one is available by phone or WhatsApp right now",
      text: "Write to us: we'll answer when we are back.",
    },
    write: { title: "Write to our team", text: "No app and no account needed." },
  },
  home: {
    title: "Premium Platform",
    users: "users",
    checkIt: "Check if it's us",
    askedLabel: "Did someone contact you claiming to be us? Enter a number, name, link or address.",
    more: "More ways to reach us",
    all: "All ways to reach us",
    why: (brand: string) => `Why Choose ${brand}`,
    fast: {
      title: "Lightning Fast",
      text: "Every channel opens with one tap.",
    },
    secure: { title: "100% Secure", text: "Every channel here is our own." },
    always: { title: "24/7 Support", text: "Write to us at any hour." },
    cards: {
      whatsapp: { title: "WhatsApp Support", action: "Connect Now", tag: undefined },
      telegram: { title: "Telegram Channel", action: "Join Channel", tag: "PREMIUM" },
      phone: { title: "Direct Phone Support", action: "Call Now", tag: "DIRECT" },
    },
  },
  contact: {
    winners: "Winners",
    secure: "Secure",
    payouts: "Payouts",
    ways: "Ways to reach us",
    quick: "Quick Contact",
    community: "Community",
    cards: {
      whatsapp: { title: "WhatsApp", action: "Chat Now", words: { open: "Online Now" } },
      phone: { title: "Direct Call", action: "Call Now", words: { open: "Open now", always: "24/7 Available" } },
    },
    average: (time: string) => `Average response ${time}`,
    received: "Your message is with us",
    tips: "Free Tips",
    save: "Save our contacts",
    answersIn: (time: string) => `Response in ${time}. No app and no account needed.`,
    telegram: "Telegram Channel",
    join: "Join Channel",
    members: (count: string) => `${count} members`,
    follow: "Follow Us",
    like: "Like Page",
    followers: (count: string) => `${count} followers`,
    rating: "Rating",
    ratingText: "How our community rates our support.",
    goOn: "Continue in WhatsApp",
    /** The visitor's first words in that chat. */
    couldNotSend: "Hello, I could not send my message on your site.",
    myReference: (reference: string) => `My reference is ${reference}`,
  },
  /** How long visitors usually wait for an answer; on the server alone. */
  usualAnswer: {
    minutes: (count: number) => `about ${count} minutes`,
    hours: (count: number) => `about ${count} hours`,
    days: (count: number) => `about ${count} days`,
  },
  message: {
    title: "Send Message",
    sending: "Sending Message...",
    failed: "Failed to submit inquiry",
    sent: "Message Sent Successfully!",
    fields: {
      name: "Full Name",
      phone: "Phone Number",
      email: "Email Address",
      city: "City",
      query: "Message",
    },
    rather: { title: "Rather talk to us?", text: "WhatsApp, phone and all our other channels are on one page." },
    back: "Back to all channels",
    privacy: "See how we use your message",
    kept: "What you typed stays in this tab until you send it.",
    clear: "Clear",
    homepage: "Homepage",
    offline: "You are offline. What you typed is still here.",
    again: (wait: string) => `You can send it again in ${wait}.`,
    seconds: (count: number) => plural(count, { one: "1 second", other: `${count} seconds` }),
    minutes: (count: number) => plural(count, { one: "1 minute", other: `${count} minutes` }),
    lengthOf: (length: number, limit: number) => `${counted(length)} of ${counted(limit)}`,
    tooLong: (over: number) =>
      `Your text is ${plural(over, { one: "1 character", other: `${counted(over)} characters` })} too long: ` +
      "please shorten it.",
    phone: {
      short: "This number looks too short to call. Please check it.",
      long: "This number looks too long to call. Please check it.",
      nobody: "This is not a valid phone number. Please check it.",
      indian: "A number in India has 10 digits after +91. Please check it.",
    },
  },
  files: {
    label: "Screenshots (optional)",
    hint: (count: number, megabytes: number) =>
      `Up to ${count} pictures or PDFs, ${megabytes} MB each. Never show a password, a PIN or an OTP.`,
    notAdded: "Your files could not be added. Please choose them again.",
    chooseAgain: (count: number) =>
      plural(count, { one: "Please choose your 1 file again.", other: `Please choose your ${count} files again.` }),
    adding: "Adding your files...",
    tooMany: (count: number, names: string) => `You can send up to ${count} files. Not added: ${names}.`,
    tooLarge: (name: string, megabytes: number) =>
      `${name} is larger than ${megabytes} MB. Please choose a smaller file.`,
    wrongType: (name: string) => `${name} cannot be sent. Please choose a picture (JPEG, PNG or WebP) or a PDF.`,
    heic: (name: string) =>
      `${name} is a HEIC picture, which cannot be sent. Please save it as JPEG, or take a screenshot of it.`,
    unreadable: (name: string) => `${name} cannot be opened. Please choose it again, or another file.`,
    remove: "Remove",
    removeOf: (name: string) => `Remove ${name}`,
    sending: "Your files are being sent. Please keep this page open.",
    upload: "Upload",
    screenshot: (number: number) => `Screenshot ${number} (opens in a new tab)`,
  },
  offlineQueue: {
    sendLater: "Send when I'm back online",
    hint: (days: number) => `Until then your message waits in this browser. We'll keep trying for ${days} days.`,
    label: "Messages to be sent later",
    message: (time: string) => `Your message of ${time}`,
    impostor: (time: string) => `Your report of ${time}`,
    withFiles: (which: string, count: number) =>
      plural(count, { one: `${which}, with 1 file,`, other: `${which}, with ${count} files,` }),
    waiting: (which: string) =>
      `${which} has not been sent yet. It waits in this browser and will be sent automatically as soon as we can be reached.`,
    waitingHere: (which: string) =>
      `${which} has not been sent yet. Please keep this page open: this browser saves nothing, and it will be sent from here ` +
      "as soon as we can be reached.",
    refused: (which: string, why: string) => `${which} was rejected: ${why}`,
    expired: (which: string, days: number) =>
      `${which} may not have reached us: we could not confirm it within ${days} days, so this browser no longer keeps it.`,
    sendNow: "Send now",
    sending: "Sending...",
    dontSend: "Don't send",
    correct: "Correct it",
    writeAgain: "Write it again",
  },
  receipt: {
    title: "Your message",
    reference: "Reference",
    yourReference: "Your reference",
    spelled: (letters: string) => `Reference: ${letters}`,
    keep: "Keep your private link: you need it to see your message again. Do not share it with anyone you do not trust.",
    see: "See your message",
    copyLink: "Copy link",
    linkCopied: "Link copied",
    share: "Share",
    new: "Send a new message",
    whatYouSent: "What you sent",
    sentAt: "Sent",
    reported: "Reported as an impostor",
    keepLink: {
      title: "Keep this link",
      text:
        "Anyone who has the address of this page can read it, answer in your name and erase it, so keep it to " +
        "yourself.",
    },
    erase: {
      title: "Erase your message",
      text:
        "Everything you sent is erased at once, with our replies and every note on it, and we can no longer answer " +
        "you. This cannot be undone.",
      open: "Erase my message",
      do: "Erase it for good",
    },
    mails: {
      title: "Emails about this message",
      on: "You may get an email when we reply.",
      stopped: "You get no email when we reply.",
      stop: "Stop these emails",
      again: "Email me again",
    },
    erased: {
      title: "Your message has been erased",
      text: "Nothing of what you sent is left with us. If you still need us, our channels are open.",
    },
    nothing: {
      title: "There is no message here",
      text:
        "The address may not be complete: please open the whole link, just as you got it. Erased messages cannot be " +
        "shown.",
    },
    merged: {
      status: "Merged",
      meaning: (reference: string) =>
        `This conversation continues under reference ${reference}. Anything you write here still reaches us.`,
    },
    states: {
      new: { status: "Received", meaning: "Your message has reached us. Someone on our team will read it soon." },
      "in progress": { status: "In progress", meaning: "Someone on our team is looking into it." },
      answered: { status: "Answered", meaning: "We have replied to you: here, by phone, WhatsApp or email." },
      binned: {
        status: "Deleted",
        meaning:
          "Our team has deleted it. It is kept for a while in case that was a mistake, and then erased for good.",
      },
      closed: { status: "Closed", meaning: "We have closed this. If you still need help, send us a new message." },
    },
    repliedByEmail: "We have replied by email.",
    readHere: "Read it here",
    proof: {
      title: "Confirm your address",
      text: "Once you have confirmed it, this page also shows what was written by email. We send a code to your address.",
      do: "Confirm my address",
      code: "Code from the email",
      sent: "We have sent a six-digit code to your address. Type it here within 10 minutes.",
      check: "Confirm",
      again: "Send a new code",
      proved: "You have confirmed your address: this page now shows emails as well.",
      wrong: "This code is not right. Please compare it with the newest email.",
      over: "This code no longer works. Please ask for a new one.",
      tooMany: "No more codes can be sent today. You can still ask for the answer on this page.",
      noEmail: "No email came: change the address, or ask for the answer on this page",
      noEmailText: "Please check your spam folder as well. Our team reads what you send here.",
      newAddress: "Another email address, if the first was wrong",
      ask: "Send to the team",
      asked: "No email has come. Please answer on this page.",
      askedAt: (email: string) =>
        `No email has come. My email address is ${email}. Please answer there or on this page.`,
    },
    lost: {
      title: "Lost your link?",
      text: "Type the reference of your message. We will email a new link to the address you gave with it.",
      do: "Email me a new link",
      sent: "If there is a message with this reference, a new link is on its way to its address.",
      many: "Too many links were asked for from your network today. Try again tomorrow, or write to us again.",
      wrong: "The reference must be six letters and digits, such as K7P-4MX.",
    },
    conversation: "Conversation",
    you: "You",
    answer: "Your answer",
    answerHint: "Never write a password, a PIN or an OTP here. We never ask for them.",
    answerFailed: "Your answer could not be sent.",
    send: "Send",
  },
  verify: {
    withoutNetwork: "See our channels without a network:",
    title: "Check if it's really us",
    lead: "Is someone writing to you in our name? Enter what you see, and we'll tell you right away.",
    label: "Enter a number, name, link or address",
    check: "Check",
    checking: "Checking...",
    hint: "We don't store what you check.",
    longHint: "Such as +91 90000 00000, @example or a whole link. We don't store what you check.",
    signsTitle: "How to spot an impostor",
    signs: [
      "They ask for a password, a PIN or an OTP. We never do.",
      "They want money sent to a personal account right away.",
      "They have a name like ours, with one character changed.",
    ],
    /** Texts around two links. */
    all: {
      before: "All our channels are on the ",
      contact: "contact page",
      between: ". We don't store what you check: see our ",
      privacy: "privacy policy",
      after: ".",
    },
    pretends: "Is someone pretending to be us?",
    failed: "It could not be checked. Please try again.",
    offline: "There is no connection, so it could not be checked. Please try again once you are online.",
    outcomes: {
      official: {
        heading: "Yes, this is ours",
        advice: "To be sure you are talking to us, use this link.",
      },
      named: {
        heading: "This is a public service, not ours",
        advice: "It is free and helps anyone. Nobody there needs your password, PIN or OTP with us.",
      },
      retired: {
        heading: "This used to be ours but isn't any more",
        advice: "We no longer use it, so do not rely on it.",
      },
      impostor: {
        heading: "This is not ours: likely an impostor",
        advice: "Don't pay anything there, and don't share your password, PIN or OTP.",
      },
      hidden: {
        heading: "We have hidden all our channels for now",
        advice: "Something may be wrong with them, so please don't use any of them for now. Check here again later.",
      },
      unknown: {
        heading: "This is not on our list",
        advice: "It is not one of our channels. Don't pay anything there, and don't share your password, PIN or OTP.",
      },
      unreadable: {
        heading: "We cannot read this",
        advice: "Enter one number, name, link or email address and nothing else, such as @example or +91 90000 00000.",
      },
    },
    youChecked: "You checked",
    ours: (place: string) => `Ours, ${place}`,
    places: (places: readonly string[]) => `It is ours ${places.join(" and ")}, and nowhere else.`,
    /** What an address of ours is for. */
    roles: {
      channel: "It is one of our channels.",
      sender: "Our replies come from this address.",
      answers: "Our replies ask you to answer to this address.",
      support: "It is our support address.",
      security: "It is where we take reports of security problems.",
      grievance: "It is where our grievance officer takes complaints.",
      data: "It is where we answer questions about your personal data.",
      operator: "It is in our postal details.",
    },
    /** What a public service is that our pages name. */
    services: {
      helpline: (name: string) => `“${name}” is a public helpline that we name; it is not ours.`,
      reporting: (name: string) => `“${name}” is a public place to report fraud that we name; it is not ours.`,
    },
    oursUntil: { before: "It was ours until ", after: "." },
    instead: "Use this instead:",
    isAnother: "It looks like ours, but it isn't.",
    own: "See our own channels",
    open: (brand: string) => `Open ${brand}`,
    difference: {
      otherSite: "This address belongs to another site.",
      otherSiteAt: (here: string) => `This address belongs to another site: ${here}`,
      scripts: { Cyrillic: "Cyrillic", Greek: "Greek", Devanagari: "Devanagari" },
      kinds: { digit: "digit", letter: "letter", character: "character" },
      one: (kind: string) => `One ${kind} is`,
      some: { digit: "Digits are", letter: "Letters are", character: "Letters are" },
      alphabet: (which: string, here: string, script: string, there: string) =>
        `${which} from another alphabet: “${here}”${script} in place of “${there}”.`,
      changed: (kind: string, here: string, there: string) =>
        `One ${kind} is different: “${here}” in place of “${there}”.`,
      swapped: (kind: string, here: string, there: string) =>
        `Two ${kind}s are swapped: “${here}” in place of “${there}”.`,
      missing: (kind: string, there: string) => `One ${kind} is missing: “${there}”.`,
      added: (kind: string, here: string) => `One ${kind} is added: “${here}”.`,
      someAdded: (here: string) => `Something is added: “${here}”.`,
      someMissing: (there: string) => `Something is missing: “${there}”.`,
      someDiffer: (here: string, there: string) => `Something is different: “${here}” in place of “${there}”.`,
    },
  },
  report: {
    title: "Report an impostor",
    lead: "Is someone pretending to be us? Tell us, so that we can have it taken down and warn others.",
    received: "Report received",
    fields: {
      reported: {
        label: "Number, name or link",
        hint: "The impostor's, not ours: copy it exactly",
      },
      happened: { label: "What happened (optional)", hint: undefined },
      reach: {
        label: "How to reach you (optional)",
        hint: "Email address or phone number, if we can contact you with questions",
      },
    },
    authorities: "Also report it to the authorities",
    lost: "Have you lost money or shared a password? Report it right away:",
    failed: "Failed to send the report",
    send: "Send report",
    sending: "Sending...",
  },
  errors: {
    notFound: "Bowled! This page is not here",
    notFoundText: "The address may be mistyped, or the page has moved. Our genuine channels are one tap away.",
    goHome: "Go to the home page",
    contact: "Contact us",
    ours: "Rain stopped play",
    oursText: "Something went wrong on our side. Please try again in a moment.",
    theirs: "This request cannot be answered",
    theirsText: "Please go back and try again. Nothing was changed.",
    quote: "If you tell us about it, please quote",
  },
  legal: {
    updated: "Last updated:",
    contents: "On this page",
    inShort: "In short",
    questions: "Questions",
    writeTo: (email: string) => `Write to ${email}`,
    call: "Call",
    callOf: (name: string, phone: string) => `Call ${name}, ${phone}`,
    open: "Open",
    openOf: (host: string, name: string) => `Open ${host}, ${name}`,
    days: (count: number) => plural(count, { one: "1 day", other: `${count} days` }),
    failed: "The page could not be loaded.",
    again: "Load it again",
    /** Which language counts; empty in the language that does. */
    prevails: "",
  },
  terms: {
    title: "Terms & Conditions",
    lead: (brand: string) => `What you agree to when you use ${brand}.`,
    summary: (age: number) => [
      "This site shows our support channels. No bet is placed and no payment is made here.",
      "We never ask for a password, a PIN or an OTP.",
      `You must be ${age}+ and follow the laws of the place where you are.`,
    ],
    sections: (brand: string, operator: string, law: string, age: number) => ({
      "purpose-and-usage": {
        title: "Purpose and usage",
        paragraphs: [
          `${brand} shows the support channels of ${operator} and passes on what you write to its team. It is for ` +
            "information and support only.",
          "No game is played, no bet is placed and no payment is made on this site.",
        ],
      },
      "your-responsibilities": {
        title: "Your responsibilities",
        items: [
          "Lawful use only: do not use this site for anything that the law forbids.",
          "Personal responsibility: what you do based on what you read here is your own decision.",
          "No real money: this site neither takes nor pays out real money, and nobody from our team will ask you " +
            "for a password, a PIN or an OTP.",
          "Follow local laws: online gaming is restricted or forbidden in some places. Check the law where " +
            "you are, and follow it.",
        ],
      },
      "disclaimer-of-non-affiliation": {
        title: "Disclaimer of non-affiliation",
        paragraphs: [
          `${operator} is not affiliated with, endorsed by or sponsored by any cricket board, league, team or ` +
            "player, nor by WhatsApp, Telegram, Instagram, Facebook, YouTube, X or LinkedIn. Their names and marks " +
            "belong to their owners.",
        ],
      },
      "responsible-gaming": {
        title: "Responsible gaming",
        items: [
          `Age restriction: you must be ${age}+ to use this site.`,
          "Addiction warning: gaming can become addictive and can harm your money, your health and your family. Set " +
            "a limit before you start, and stop when you reach it.",
          "If it stops being fun, talk to someone. Help is free and confidential:",
        ],
      },
      "how-these-terms-are-updated": {
        title: "How these terms are updated",
        paragraphs: [
          "We may change these terms. We publish new terms here with the date of the last change, and they apply " +
            "if you go on using the site after that day.",
          `They are governed by the laws of ${law}.`,
        ],
      },
    }),
  },
  privacy: {
    title: "Privacy Policy",
    lead: (brand: string) => `What ${brand} stores about you, and what it does not.`,
    summary: [
      "When you only look at this site, we collect nothing about you and set no cookie.",
      "If you send us an inquiry, we keep what you typed to answer you, and erase it automatically after a time.",
      "With the private link that you get after sending, you can erase it yourself at any time.",
    ],
    noBackups: " We keep no backups of it.",
    backups: (days: string) =>
      ` It is removed from our backups within ${days} after that. The last backup stays until there is a newer one.`,
    backupsElsewhere: " Copies of our backups are also kept outside our own server.",
    grievance: (officer: string, email: string) =>
      `Grievance officer: ${officer}, ${email}. We acknowledge a complaint within 24 hours and resolve it within 15 days ` +
      "(Information Technology Rules 2021, rule 3(2)).",
    dataContact: (contact: string) => `Questions about personal data: ${contact}.`,
    /** How to have a message erased sooner: by email, or where nobody vouches for an address, without. */
    erasingByEmail: (email: string) =>
      `Erasing it sooner: write to ${email} from the email address you gave, and we erase every inquiry sent ` +
      "with it.",
    erasingByLink: "Erasing it sooner: open your private link and choose to erase your message.",
    /** In place of an address to write to. */
    contactPage: "us on our contact page",
    ways: { email: "by email", webhook: "to another program of ours", telegram: "through Telegram" },
    nobodyElse: "Who else gets it: nobody.",
    others: (service: string) => `Who else gets it: ${service}`,
    aPart: (service: string) => `Who gets a part of it: ${service}`,
    mailService: {
      replies:
        "the service that delivers our email gets your email address and the reference, to bring you our replies by " +
        "email.",
      both:
        "the service that delivers our email gets your email address and the reference, to bring you the email that " +
        "your message has arrived and our replies by email.",
    },
    notifiedOfAll: (by: string) =>
      `Who else gets it: our team is notified ${by}, with all that you typed. What was sent that way stays where it ` +
      "went when we erase it here.",
    notified: (others: string, by: string) =>
      `${others} Our team is notified ${by} that an inquiry has arrived: its reference and a link for the team, and ` +
      "nothing that you typed.",
    announced: {
      off: "",
      link: " When a reply is on your private page, an email tells you so, without its text.",
      text: " You get a copy of each reply on your private page by email.",
    },
    replyMails: (announced: string) =>
      `Our team may reply by email to the address you gave.${announced} Each such email holds a key to that page: opened ` +
      "with it, the page shows what was said, and not your name, number, address or city, since the address may be " +
      "mistyped. You can stop these emails there; we keep the time at which you did.",
    proof: (minutes: number) =>
      "What was written by email is shown on the page that you got on sending only once you have confirmed your address " +
      `there, with a code that we email to you. We keep that code for ${minutes} minutes, only as a one-way code (hash), ` +
      "and with your message the time at which you confirmed. How often a code or a new link was asked for is counted " +
      "for a day under one-way codes (hashes) of the address and the network.",
    answersByMail:
      "If you answer by email, its text joins the conversation, with up to three pictures or PDF files, up to five small " +
      "pictures of its text, and the names of its files; formatting and other files are not kept there. The email itself stays in our mailbox when we erase the conversation here. So " +
      "that emails cannot answer each other without end, those from one address are counted for a day under a one-way " +
      "code (hash) of the address.",
    untakenMails: (days: string) =>
      "An email that looks automated, or that cannot be read here, is put aside as it came, for our team to look " +
      `at, for ${days} at most.`,
    acknowledges:
      "You may get one email that your message has arrived. It holds its reference, and nothing that you typed. So that " +
      "nobody is flooded with such emails, those to one address are counted for a day under a one-way code (hash) of the " +
      "address, even if you erase your message.",
    sections: (of: PrivacyFacts, later: string, kept: { keep: string; remove: string }) => ({
      "zero-data-collection-by-browsing": {
        title: "Zero data collection by browsing",
        paragraphs: ["When you only look at this site, we collect:"],
        items: ["no personal information,", "no device information,", "no usage analytics,", "no financial data."],
      },
      "no-storage": {
        title: "No storage",
        paragraphs: [
          "This site sets no cookie for visitors and keeps nothing in your browser's storage once you close its " +
            `tab, unless you choose “${later}” for a message that could not be sent, or “${kept.keep}” (below). What you ` +
            "type into a form stays in that tab alone until you send it, clear it or close the tab. Our logs hold no visitor's address. What " +
            "our server counts of its own work, such as how often a page was asked for, holds nothing about any visitor.",
        ],
        items: [
          "That message then waits in your browser, with its files, its language, its time and a random key, and goes nowhere else " +
            "but to us. It is removed once it is sent or you press “Don't send”.",
          `After ${of.resent} it will no longer be sent: it is removed when you next open this site, which tells you so.`,
          `“${kept.keep}” on its own page saves a part of this site in your browser, with our signed list of channels, ` +
            "the key that verifies it, and the highest version and the latest time seen there. It holds nothing about " +
            `you and is never saved automatically. All of it goes at once when you press “${kept.remove}” there.`,
        ],
      },
      "no-third-party-sharing": {
        title: "No third-party sharing",
        paragraphs: [
          "Pages load nothing from other hosts, and we give nothing to third parties about your visit. When you open a " +
            "channel such as WhatsApp you leave this site, and that service's own policy applies.",
        ],
      },
      "no-tracking": {
        title: "No tracking",
        paragraphs: [
          "There is no tracker, no pixel, no fingerprinting and no advertising here. The site is a content viewer.",
        ],
      },
      "if-you-send-us-an-inquiry": {
        title: "If you send us an inquiry",
        paragraphs: [
          "Sending an inquiry is your choice, and by sending it you agree to the following. Then, and only then, we keep " +
            "what you typed:",
        ],
        items: [
          "Which fields: your full name, phone number, email address, city and message, pictures or PDF files if you " +
            "add them, the language of the page, and when and how it was sent. Our team adds notes on how it is handled: a status, who takes care of it, " +
            "when to look at it again, tags, notes, a message that it is merged with.",
          "Pictures are stored as new copies, without what a phone adds to them, such as where a photo was taken. A " +
            "PDF is stored as it is. What a file was called is not kept.",
          "Later messages: your answers and our replies on your private page are kept with the inquiry, as is " +
            "what a member of our team notes of a talk by phone or WhatsApp. All of it is erased with it.",
          "Why: to answer you, and for nothing else.",
          "So that a message which is sent twice arrives once, your browser gives it a random key. For " +
            `${of.deduplicated} we keep its reference with codes of that key and of what you typed, from which ` +
            "neither can be read, even if you erase your message.",
          "To block bots, the form brings back when it was opened, signed by us, and has a field that people do not " +
            "see. Neither is kept: a message that looks automated is put aside for our team to look at.",
          "To stop abuse, our team can block a sender, whose messages are then put aside. For that we keep a one-way " +
            "code (hash) of the number or address, its last five digits or its first letter and " +
            `host, and who blocked it and when: until our team ends it, for ${of.blocked} at most, even if you erase ` +
            "your message.",
          "To prevent overload, messages and requests are counted for each network in the server's memory alone, under a " +
            "one-way code (hash) whose key changes every day. While too many come in, your browser " +
            "may have to do some arithmetic first, which says nothing about you.",
          `For how long: it is erased automatically ${of.retention} after our team has closed it or, if nobody closes it, ` +
            `${of.unclosed} after it was sent, you last answered or our team last worked on it, whichever is ` +
            `later.${of.backups}`,
          `Deleted by our team: it then lies in a bin, out of all lists, for ${of.bin} at most and never longer than ` +
            "it would be kept otherwise, so that a mistake can be undone. If a backup has to be restored meanwhile, " +
            "these days may begin again. You can erase it at once even then.",
          "Who sees it: our own team, on our own server. Sending it puts nothing of it into the address of a page, and " +
            "it is never written to our logs.",
          "While a member of our team writes to you or about you, the draft is kept on our server and in their browser " +
            `for at most ${of.draft}. It is removed from both when it is sent, from our server with your message, and from ` +
            "their browser when they sign out and when they next open the inbox after your message was erased.",
          ...of.receivers,
          ...of.mails,
          "Withdrawing consent: open the private link that you got after sending and choose to erase your " +
            "message. It is gone at once, with every note on it.",
          ...of.erasing,
          "For our own figures we count messages and how long they waited for an answer, by day and hour. These counts " +
            "stay when a message is erased, and nothing about you is in them.",
          "After an erasure we keep a random number that stood for the inquiry, and the time and the reason of its " +
            "erasure: nothing about you.",
        ],
      },
      "if-you-ask-whether-a-channel-is-ours": {
        title: "If you ask whether a channel is ours",
        paragraphs: [
          "What you enter under “Check if it's really us” is compared with our list, answered and forgotten: it is not " +
            "stored, it is never written to our logs, and it is never put into a link.",
        ],
      },
      "if-you-report-an-impostor": {
        title: "If you report an impostor",
        paragraphs: [
          "A report is an inquiry, and everything above about inquiries applies to it, but we store less about you:",
        ],
        items: [
          "Which fields: the number, name or link that you report, the language of the page, and when and how it was sent; what happened, your email " +
            "address or phone number, and pictures or PDF files only if you fill them in.",
          "Why: to have the impostor stopped, to warn others, and to ask you more if you let us.",
          "Without an email address we cannot find it by yours: keep the private link that you get after sending to " +
            "erase it yourself.",
        ],
      },
      "your-rights-and-complaints": {
        title: "Your rights and complaints",
        paragraphs: [
          `Data fiduciary: ${of.operator}${of.address}.`,
          `Write to ${of.to} to see what we store about you, to have it corrected, completed or erased, to ` +
            "nominate someone to act for you, or to complain.",
          ...of.complaints,
          "If we do not settle your complaint, you can complain to the Data Protection Board of India.",
        ],
      },
      "our-team-s-sign-in": {
        title: "Our team's sign-in",
        paragraphs: [
          "Members of our team sign in with a cookie that only keeps them signed in. A second one, a random number, " +
            "tells them of a sign-in from a browser that is new to them. Visitors never get either. To stop the " +
            "guessing of passwords, failed sign-ins and requests for a new password are counted for a day under a " +
            "one-way code (hash) of the address.",
          "What our team does here is written into an append-only log. It names inquiries by their random numbers, " +
            "and holds nothing that a visitor typed and no visitor's address.",
        ],
      },
      "how-this-policy-is-updated": {
        title: "How this policy is updated",
        paragraphs: [
          "When the software or one of its settings changes what it does, this page changes with it, and the date of " +
            "the last change is at the top.",
        ],
      },
    }),
  },
  /** What the server says once something was sent. */
  accepted: {
    /** The owner can word it otherwise; see `contract/site/site.ts`. */
    inquiry: "Thank you. Your message has reached our team, and we will get back to you soon.",
    report: "Thank you. Our team will look into it and warn others.",
    answer: "Thank you. Your answer has reached our team.",
  },
  /** The vCard with the channels. */
  phoneBook: {
    note: "Our own channels, from our website.",
  },
  /** `/keep`, and the page that a kept site shows without a network. */
  keep: {
    title: "Save for offline use",
    lead: "Open this site without a network, and see our channels while their signed list is valid.",
    what: {
      title: "What it does",
      items: [
        "Without a network, this site opens from your phone and shows our channels as we last signed them.",
        "Your browser verifies our signature each time. A list is valid for two hours at most; after that, or if " +
          "anything is wrong with it, the page says that it cannot confirm our channels and shows none.",
        "You can write a message. It waits in your browser if you choose so, and is sent when we can be reached.",
        "Checking a number or a link still needs the network.",
      ],
    },
    stored: {
      title: "What it stores",
      items: [
        "This page, the page without a network and the message form, with their scripts: less than 1 MB.",
        "Our signed list of channels, the key that verifies it, and the highest version and the latest time " +
          "that were " +
          "seen here, so that an older list is not taken for the current one.",
        "Nothing about you, and nothing that you look at. Nothing is stored before you press the button.",
      ],
    },
    remove: {
      title: "How to remove it",
      text:
        "Open this page and press the button to remove it. All of it goes at once. Deleting this site's data " +
        "in your browser's settings does the same.",
    },
    states: {
      /** Shown until the page's script runs. */
      withoutScripts:
        "Saving needs JavaScript. Without it, save this site as a bookmark, or choose “Add to Home " +
        "screen” in " +
        "your browser's menu. It then needs the network each time.",
      unsupported:
        "This browser cannot save sites, or you are in a private window. Save this site as a bookmark, or choose " +
        "“Add to Home " +
        "screen” in your browser's menu.",
      unable:
        "This browser is too old to verify our signature. It can save the site, but without a network it " +
        "shows no channels.",
      keep: "Save for offline use",
      keeping: "Saving...",
      keepFailed:
        "The site could not be saved. Check your connection and the free space on this phone, then try again.",
      listFailed:
        "The list of channels could not be verified. Check the date and time of this phone, then try again. " +
        "Nothing was stored.",
      isKept: "This site is saved on this phone.",
      install: "Add to home screen",
      installByHand:
        "To open it like an app, choose “Add to Home screen” in your browser's menu, on an iPhone in the Share menu.",
      newKey:
        "We sign our list with a new key, which this phone does not know. Without a network it shows no " +
        "channels. To use the " +
        "new key, remove the site from this phone and save it again.",
      removeButton: "Remove from this phone",
      queuedFirst: "A message that has not been sent yet waits in this browser. Removing the site deletes it as well.",
      removeAll: "Delete the message and remove",
      cancel: "Cancel",
      removed: "Removed. Nothing of this site is saved on this phone.",
      removeFailed: "Not everything could be removed. Close other tabs of this site, then try again.",
    },
    offline: {
      title: "No network",
      lead: "This is the copy saved on your phone. The site may have changed since.",
      again: "Try again",
      verify: {
        title: "Checking needs the network",
        text:
          "Whether a number or a link is ours can be checked only with a connection. Until then, treat it as " +
          "not ours.",
      },
      list: {
        title: "Our channels",
        signed: "Signed by us {age}. Your browser has verified it.",
        until: "Valid until {time}. After that, this page shows no channels.",
        none: "We had no channels then.",
      },
      hidden: {
        title: "Our channels are hidden",
        text:
          "Our team has taken all channels off the site. Treat every number and link as not ours until you " +
          "have seen them here again.",
      },
      unknown: {
        title: "We cannot confirm our channels right now",
        advice:
          "Connect to the network and open the site again. Until then, do not trust any number or link that somebody " +
          "sends you. We " +
          "never ask for your password, PIN or OTP.",
        doubts: {
          missing: "There is no list of channels on this phone.",
          unable: "This browser is too old to verify our signature.",
          unverified: "The list on this phone has been changed and no longer carries our signature.",
          newKey: "The list on this phone is signed with a key that this phone does not know.",
          older: "The list on this phone is older than one that was seen here before.",
          clock: "The date or time of this phone is wrong.",
          expired: "The list on this phone is too old: it was valid for two hours.",
        },
      },
      message: {
        title: "Write to us",
        text: "A message that you write now can wait in your browser until we can be reached.",
        queued: "A message that has not been sent yet waits in your browser. Open the form to see it.",
        write: "Write a message",
      },
      manage: "About the copy on this phone, and how to remove it",
    },
  },
  /** The poster, and its bar on the screen. */
  poster: {
    title: (name: string) => `The official channels of ${name}`,
    lead: "Scan the code to reach us. Trust only the numbers and links on our own site.",
    scan: "QR code of our site",
    /** `address` is that of the page that checks a number. */
    check: (address: string) => `Check a number or a link: ${address}`,
    rulesTitle: "Stay safe",
    rules: [
      "We never ask for your password, PIN or OTP.",
      "We never ask you to pay to a personal account.",
      "Has someone contacted you in our name? Check the number or link on our site first.",
    ],
    adults: (age: number) => `For adults only (${age}+). Play responsibly.`,
    print: "Print this page on A4 with your browser (Ctrl P or ⌘ P). This line is not printed.",
  },
  /** The badge that other sites show: its first line, above the name, and what it is for. */
  badge: {
    line: "Official channels of",
    title: (name: string) => `Official channels of ${name}: check a number or a link`,
  },
};
