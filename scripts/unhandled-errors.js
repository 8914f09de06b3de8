/** A reporter of Vitest: writes the errors that belong to no test, a line each, which the JSON report leaves out. */
import { writeFileSync } from "node:fs";

// oxlint-disable-next-line import/no-default-export -- Vitest imports the default
export default class UnhandledErrors {
  /**
   * @param {unknown} _modules
   * @param {ReadonlyArray<{ message: string }>} errors
   */
  onTestRunEnd(_modules, errors) {
    const file = process.env["UNHANDLED_ERRORS_FILE"];
    if (file !== undefined) writeFileSync(file, JSON.stringify(errors.map(({ message }) => message)));
  }
}
