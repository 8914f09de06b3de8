/** Every page that a visitor can open without a key, by address, including both tabs of the contact page. */
export const publicAddresses = [
  "/",
  "/contact",
  "/contact?tab=community",
  "/contact/message",
  "/verify",
  "/report",
  "/terms",
  "/privacy",
];
