/** Key under which the query of the banner is cached. */
export const trustKey = ["trust-changes"];
