import type { Accepted } from "#contract/receipt.ts";
import { receiptLink } from "../receipt-link.ts";
import type { Inquiries } from "../services/inquiries.ts";

/** What a form's page says of what has just been sent, by the key in its address; null where that opens nothing. */
export async function acceptedBy(
  inquiries: Pick<Inquiries, "findByReceipt">,
  key: string,
  message: string,
): Promise<Accepted | null> {
  const inquiry = await inquiries.findByReceipt(key);
  return inquiry === null ? null : { message, reference: inquiry.reference, receipt: receiptLink(key) };
}
