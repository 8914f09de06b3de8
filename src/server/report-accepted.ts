/** What a visitor reads after reporting an impostor. */
export const reportAccepted = "Thank you. Our team will look into it and warn others.";
