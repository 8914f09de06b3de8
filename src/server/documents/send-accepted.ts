import type { Accepted } from "#contract/receipt.ts";
import { receiptLink } from "#contract/paths.ts";
import type { Inquiries } from "../inquiries/inquiries.ts";

/** What a form's page shows about the submission of this receipt key; null if the key is unknown. */
export async function acceptedBy(
  inquiries: Pick<Inquiries, "findByReceipt">,
  key: string,
  message: string,
): Promise<Accepted | null> {
  const inquiry = await inquiries.findByReceipt(key);
  return inquiry === null ? null : { message, reference: inquiry.reference, receipt: receiptLink(key) };
}
