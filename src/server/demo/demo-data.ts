import { randomUUID } from "node:crypto";
import type { ChannelInput } from "#contract/channels/channel.ts";
import type { InquiryChange } from "#contract/inbox/inbox.ts";
import type { TagInput } from "#contract/inbox/tag.ts";
import type { SavedReplyInput } from "#contract/inbox/saved-reply.ts";
import type { Inquiry } from "#domain/inquiries/inquiry.ts";
import { fillReply } from "#domain/inquiries/saved-reply.ts";
import { day, hour, minute } from "#domain/time/durations.ts";
import type { Services } from "../compose.ts";
import { noFiles } from "../lib/sent-files.ts";
import { demoPictures } from "./demo-pictures.ts";

/** Fictional channels, at least one of each type. */
export const demoChannels: ChannelInput[] = [
  {
    type: "whatsapp",
    value: "+91 90000 00001",
    isActive: true,
    proof: "Deposits, withdrawals, anything else",
    translations: { hi: "पैसा जमा करना, निकालना या कुछ और", ta: "பணம் போட, எடுக்க, வேறு எதற்கும்" },
  },
  { type: "whatsapp", value: "+91 90000 00002", isActive: true, proof: "हिन्दी में सहायता" },
  {
    type: "telegram",
    value: "https://t.me/saffron_example",
    isActive: true,
    proof: "Match notes every morning",
    translations: { hi: "हर सुबह मैच के नोट्स", ta: "தினமும் காலையில் போட்டிக் குறிப்புகள்" },
  },
  { type: "phone", value: "1800 000 0000", isActive: true, proof: "" },
  { type: "instagram", value: "@saffron.example", isActive: true, proof: "" },
  { type: "facebook", value: "https://www.facebook.com/saffron.example", isActive: true, proof: "" },
  {
    type: "youtube",
    value: "https://www.youtube.com/@saffronexample",
    isActive: true,
    proof: "How-to films",
    translations: { hi: "कैसे करें, वीडियो में देखें", ta: "எப்படிச் செய்வது என்று காட்டும் வீடியோக்கள்" },
  },
  { type: "twitter", value: "https://x.com/saffron_example", isActive: true, proof: "" },
  { type: "linkedin", value: "https://www.linkedin.com/company/saffron-example", isActive: true, proof: "" },
  {
    type: "email",
    value: "support@example.com",
    isActive: true,
    proof: "Answers within a day",
    translations: { hi: "एक दिन के अंदर जवाब", ta: "ஒரு நாளுக்குள் பதில்" },
  },
  { type: "website", value: "https://example.com", isActive: true, proof: "" },
  {
    type: "withdrawal_proof",
    value: "https://example.com/withdrawals",
    isActive: true,
    proof: "Paid out this week",
    translations: { hi: "इस हफ़्ते के भुगतान", ta: "இந்த வாரம் கொடுத்த பணம்" },
  },
  { type: "telegram", value: "@saffron_old", isActive: false, proof: "Retired in spring" },
];

const people = ["Asha Example", "Ravi Example", "मीरा उदाहरण", "Imran Example", "Kavya Example"];
const cities = ["Mumbai", "Jaipur", "लखनऊ", "Kochi", "Guwahati"];
const questions = [
  "How long does a withdrawal take?",
  "I cannot find the Telegram channel on my phone.",
  "मुझे अपना पासवर्ड बदलना है। कृपया बताइए कैसे।",
  "Is the number that wrote to me last night really yours?",
];

/** Fictional inquiries, enough to fill a page; one person wrote three times, and some look like spam. */
export function demoInquiries(): Inquiry[] {
  return Array.from({ length: 60 }, (_, index) => {
    const person = index % 20 === 7 ? 7 : index;
    const question = questions[index % questions.length] ?? "";
    return {
      name: people[person % people.length] ?? "",
      phone: `+91 90000 ${String(10_000 + person)}`,
      email: `visitor${person + 1}@example.com`,
      city: cities[person % cities.length] ?? "",
      query:
        index % 15 === 4
          ? "Best rates! https://a.example https://b.example https://c.example"
          : `${question}\n\nMy customer number is ${700_000 + index}.`,
    };
  });
}

/** Pictures of two of the newest inquiries, which nobody has answered yet. */
const pictures = new Map([
  [59, demoPictures.chat],
  [56, demoPictures.receipt],
]);

const demoReplies: SavedReplyInput[] = [
  {
    title: "Paid out",
    text: "Hello {name}, your withdrawal has been paid out. If it is not there tomorrow, write to us with {reference}.",
    variants: {
      hi: "नमस्ते {name}, आपके विड्रॉल का पैसा भेज दिया गया है। कल तक न मिले तो हमें {reference} के साथ लिखिए।",
    },
  },
  { title: "Our genuine channels", text: "Hello {name}, all our genuine channels stand on our Contact page." },
  { title: "पासवर्ड", text: 'नमस्ते {name}, कृपया "Forgot password" चुनें। आपका रेफ़रेंस नंबर: {reference}' },
];

const isInHindi = (text: string) => /[\u0900-\u097f]/.test(text);

const demoTags: TagInput[] = [
  { name: "Withdrawal", color: "orange" },
  { name: "Login", color: "purple" },
  { name: "KYC", color: "blue" },
  { name: "Bonus", color: "green" },
];

const demoNotes = ["Asked the bank, waits for its answer.", "Called, nobody picked up.", "पहले भी लिखा था।"];

const demoAnswers = ["Thank you, it has arrived.", "अभी तक नहीं आया। कृपया फिर देखिए।"];

interface Account {
  email: string;
  password: string;
}

/** Age of the newest inquiry; each older one is older by the factor, the oldest almost five days. */
const newestAge = 4 * minute;
const ageFactor = 1.135;

/**
 * Fills a new store with an owner, an agent, channels and an inbox that has been in use for days. `setTime` sets the
 * clock of `services`, `now` is its time at the end.
 */
export async function fillDemo(
  services: Services,
  { owner, agent, now, setTime }: { owner: Account; agent: Account; now: number; setTime: (time: number) => void },
): Promise<void> {
  const { accounts, channels, conversations, inbox, inquiries, replies, savedReplies, tags, team } = services;
  setTime(now - 30 * day);
  await accounts.prepareFirstOwner(owner);
  for (const channel of demoChannels) await channels.add(channel);
  for (const reply of demoReplies) await savedReplies.add(reply);
  setTime(now - 29 * day);
  const invited = await team.invite({ email: agent.email, role: "agent" });
  if (invited !== null) await accounts.setPassword({ token: invited.token, password: agent.password });
  const members = await team.list();
  const [first] = members;
  const tagIds: string[] = [];
  for (const tag of demoTags) {
    const saved = first && (await tags.add(tag, first));
    if (saved?.ok === true) tagIds.push(saved.tag.id);
  }
  const given = demoInquiries();
  const receiptKeys = new Map<string, string>();
  // Sequential, so that they are numbered in order.
  for (const [index, inquiry] of given.entries()) {
    setTime(Math.round(now - newestAge * ageFactor ** (given.length - 1 - index)));
    const picture = pictures.get(index);
    const submitted = await inquiries.submit(inquiry, {
      isSuspected: false,
      language: isInHindi(inquiry.query) ? "hi" : undefined,
      files: picture === undefined ? noFiles : { files: [picture()] },
    });
    if (submitted.outcome !== "accepted") throw new Error(`an inquiry of the demo: ${submitted.outcome}`);
    receiptKeys.set(submitted.reference, submitted.receiptKey);
  }

  const steps: Array<{ at: number; run: () => Promise<unknown> }> = [];
  const { inquiries: newest } = await inbox.list({}, { limit: 200 }, "");
  for (const [index, { id, name, reference, receivedAt }] of newest.entries()) {
    // The newest are untouched, and a few that wait for longer; the others have progressed further the older they are.
    if (index < 8 || index % 7 === 0) continue;
    const member = members[index % members.length];
    if (member === undefined) continue;
    const memberId = member.id;
    const received = Date.parse(receivedAt);
    let version = 1;
    // The team takes a twentieth of an inquiry's age for each step.
    const step = (run: (version: number) => Promise<unknown>) => {
      const seen = version;
      steps.push({ at: Math.round(received + (seen * (now - received)) / 20), run: () => run(seen) });
      version += 1;
    };
    const change = (update: InquiryChange) => step((seen) => inbox.change(id, seen, update, member));
    const tagged = index % 5 === 0 ? tagIds.slice(0, 3) : tagIds.slice(index % 4, (index % 4) + 1);
    change({ status: "in progress", assigneeId: memberId, tags: { add: tagged, remove: [] } });
    if (index % 3 === 0) step(() => inbox.addNote(id, demoNotes[index % demoNotes.length] ?? "", memberId));
    if (index === 10) change({ snoozedUntil: new Date(now + 20 * hour).toISOString() });
    if (index === 18) change({ snoozedUntil: "answer" });
    if (index >= 24) {
      const reply = demoReplies[index % demoReplies.length]?.text ?? "";
      const text = fillReply(reply, { name, reference, agent: "", brand: "" });
      step((seen) => replies.send(id, seen, { id: randomUUID(), way: "page", text, status: "answered" }, member));
    }
    if (index >= 24 && index % 8 === 2) {
      const answer = demoAnswers[(index / 2) % demoAnswers.length] ?? "";
      const options = { idempotencyKey: undefined, isSuspected: false };
      step(() => conversations.answer(receiptKeys.get(reference) ?? "", answer, options));
    }
    if (index >= 36 && index % 8 !== 2) change({ status: "closed" });
  }
  // Sorted by time, since the audit log numbers entries in that order.
  for (const { at, run } of steps.toSorted((one, other) => one.at - other.at)) {
    setTime(at);
    await run();
  }
}
