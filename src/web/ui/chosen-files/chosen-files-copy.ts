import { attachmentLimits } from "#domain/inquiries/attachment.ts";

/** The field's own texts are in its component, which is loaded before. Why a file was not added, and what to do. */
export const fileProblems = {
  tooMany: (names: string) => `You can send up to ${attachmentLimits.count} files. Not added: ${names}.`,
  tooLarge: (name: string) => `${name} is larger than ${attachmentLimits.megabytes} MB. Please choose a smaller file.`,
  wrongType: (name: string) => `${name} cannot be sent. Please choose a picture (JPEG, PNG or WebP) or a PDF.`,
  heic: (name: string) =>
    `${name} is a HEIC picture, which cannot be sent. Please save it as JPEG, or take a screenshot of it.`,
  unreadable: (name: string) => `${name} cannot be opened. Please choose it again, or another file.`,
};

export const fileWords = {
  remove: "Remove",
  removeOf: (name: string) => `Remove ${name}`,
  sending: "Your files are being sent. Please keep this page open.",
  upload: "Upload",
};
