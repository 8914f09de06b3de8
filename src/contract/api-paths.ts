/** The paths of the JSON API, below `/api`, that visitors call; those of the team are in `team-api-paths.ts`. */
export const visitorPaths = {
  activeContacts: "/contacts/active",
  inquiries: "/contact-inquiries",
  formTime: "/contact-inquiries/form-time",
  impostorReports: "/impostor-reports",
  verify: "/verify",
  privacy: "/privacy",
} as const;
