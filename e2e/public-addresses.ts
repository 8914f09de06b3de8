/** Every page that a visitor can open without a key of their own, at its address; both tabs of the contact page have one. */
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
