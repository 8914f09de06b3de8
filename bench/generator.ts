import { seededRandom } from "#domain/testing-random.ts";
import type { Inquiry, InquiryStatus } from "#domain/inquiries/inquiry.ts";

const common = `my the is not to in and i have please when how what money account withdrawal deposit number telegram
  channel genuine password login help still waiting since yesterday today morning amount bank transfer
  received pending match cricket bonus whatsapp answer nobody call back urgent screenshot sent payment
  failed again app phone old new change name verify support team thank you sir madam मेरा पैसा नहीं
  आया कृपया मदद करें पासवर्ड बदलना है खाता बंद जल्दी बताइए धन्यवाद`.split(/\s+/);
const syllables = "ka ra mi sha ta na vi jo pu de lo ni ga ru sa be ti mo".split(" ");
const cities = "Mumbai Jaipur Lucknow Kochi Guwahati Pune Surat Indore लखनऊ पटना Nagpur Bhopal".split(" ");

export interface GeneratedInquiry {
  fields: Inquiry;
  status: InquiryStatus;
}

/**
 * An endless series of made-up inquiries, the same for the same seed. Some words are in most of them, most words in
 * few.
 */
export function createGenerator(seed: number): () => GeneratedInquiry {
  const random = seededRandom(seed);
  const below = (end: number) => Math.floor(random() * end);
  const pick = (list: readonly string[]) => list[below(list.length)] ?? "";
  const rare = () => Array.from({ length: 2 + below(3) }, () => pick(syllables)).join("");
  // The square makes the first words of the list the most likely.
  const word = () => (random() < 0.12 ? rare() : (common[Math.floor(random() ** 2 * common.length)] ?? ""));
  let number = 0;

  return () => {
    number += 1;
    const name = `${rare()} ${rare()}`.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
    const text = Array.from({ length: 6 + below(40) }, word).join(" ");
    const query = random() < 0.3 ? `${text}. TXN${below(10_000_000)}` : text;
    // One in five is from an earlier sender.
    const person = random() < 0.2 ? below(number) : number;
    return {
      fields: {
        name,
        phone: `+91 9${String(person).padStart(9, "0")}`,
        email: `visitor${person}@example.com`,
        city: pick(cities),
        query,
      },
      status: statusAt(random()),
    };
  };
}

/** Most inquiries of a desk are closed. */
function statusAt(chance: number): InquiryStatus {
  if (chance < 0.05) return "new";
  if (chance < 0.1) return "in progress";
  if (chance < 0.25) return "answered";
  return chance < 0.97 ? "closed" : "suspected";
}
