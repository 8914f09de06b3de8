import type { ContactInput } from "#contract/contact.ts";
import type { Inquiry } from "#domain/inquiry.ts";

/** Made-up channels, one of each type and two of some. */
export const demoContacts: ContactInput[] = [
  { type: "whatsapp", value: "+91 90000 00001", isActive: true, proof: "Deposits, withdrawals, anything else" },
  { type: "whatsapp", value: "+91 90000 00002", isActive: true, proof: "हिन्दी में सहायता" },
  { type: "telegram", value: "https://t.me/saffron_example", isActive: true, proof: "Match notes every morning" },
  { type: "phone", value: "1800 000 0000", isActive: true, proof: "" },
  { type: "instagram", value: "@saffron.example", isActive: true, proof: "" },
  { type: "facebook", value: "https://www.facebook.com/saffron.example", isActive: true, proof: "" },
  { type: "youtube", value: "https://www.youtube.com/@saffronexample", isActive: true, proof: "How-to films" },
  { type: "twitter", value: "https://x.com/saffron_example", isActive: true, proof: "" },
  { type: "linkedin", value: "https://www.linkedin.com/company/saffron-example", isActive: true, proof: "" },
  { type: "email", value: "support@example.com", isActive: true, proof: "Answers within a day" },
  { type: "website", value: "https://example.com", isActive: true, proof: "" },
  { type: "withdrawal_proof", value: "https://example.com/withdrawals", isActive: true, proof: "Paid out this week" },
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

/** Made-up inquiries, enough to fill a page. */
export function demoInquiries(): Inquiry[] {
  return Array.from({ length: 40 }, (_, index) => ({
    name: people[index % people.length] ?? "",
    phone: `+91 90000 ${String(10_000 + index)}`,
    email: `visitor${index + 1}@example.com`,
    city: cities[index % cities.length] ?? "",
    query: questions[index % questions.length] ?? "",
  }));
}
