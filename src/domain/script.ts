/** A letter of another script than Latin. In a file of its own: each page of visitors has it. */
export const otherScript = /(?!\p{Script=Latin})\p{L}/u;
