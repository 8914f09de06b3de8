/** The copy of the home page's cards, longer than on the contact page. */
export const homeCards: Record<"whatsapp" | "telegram" | "phone", { title: string; action: string; tag?: string }> = {
  whatsapp: { title: "WhatsApp Support", action: "Connect Now" },
  telegram: { title: "Telegram Channel", tag: "PREMIUM", action: "Join Channel" },
  phone: { title: "Direct Phone Support", tag: "DIRECT", action: "Call Now" },
};
