/** The support address of a site without a name of its own, such as a try on one's own computer: nobody reads it. */
export const unreachable = "support@localhost";
