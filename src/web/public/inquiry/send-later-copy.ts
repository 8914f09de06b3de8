/** The label of the send-later button. The privacy page names it. */
export const sendLater = "Send when I'm back online";
