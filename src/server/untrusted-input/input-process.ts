import { encodePicture, encodePortrait } from "../inquiries/attachments/check-file.ts";
import { readMail } from "../incoming-mail/read-mail.ts";
import type { InputJobs, InputTask } from "./untrusted-input.ts";

/** The child process of `untrusted-input.ts`: whatever these bytes do to it, the server serves on. */
const jobs: { [Kind in keyof InputJobs]: (input: InputJobs[Kind]["takes"]) => Promise<InputJobs[Kind]["gives"]> } = {
  mail: (raw) => readMail(raw),
  "cut mail": (raw) => readMail(raw, true),
  picture: (bytes) => encodePicture(bytes),
  portrait: (bytes) => encodePortrait(bytes),
};

process.on("message", (task: InputTask) => {
  void run(task).then((answer) => process.send?.(answer));
});
// The server has ended.
process.on("disconnect", () => process.exit());

async function run({ id, kind, input }: InputTask) {
  try {
    return { id, ok: true, value: await jobs[kind](input) };
  } catch {
    return { id, ok: false };
  }
}
