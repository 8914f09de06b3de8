/** The button that keeps a message to be sent later. The privacy page names it. */
export const sendLater = "Send when I'm back online";
