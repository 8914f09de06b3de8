/** Shown to a visitor after an impostor report. */
export const reportAccepted = "Thank you. Our team will look into it and warn others.";
