import { noFindings, type Scanner } from "../scanner.ts";
import { documentsOf, fetchDocument } from "../pages.ts";
import { scannerPackages, notInstalled } from "../programs.ts";

/** The part of https://github.com/google/csp-evaluator that we use. */
interface Evaluator {
  CspEvaluator: new (csp: unknown) => {
    evaluate(): Array<{ severity: number; directive: string; description: string }>;
  };
}
interface Parser {
  CspParser: new (text: string) => { csp: unknown };
}

/** Its `Severity.NONE`: its note about `'self'` beside `'strict-dynamic'`, which newer browsers ignore. */
const none = 100;

export const cspEvaluator: Scanner = {
  name: "csp_evaluator",
  async run(target) {
    const version = scannerPackages.versionOf("csp_evaluator");
    if (version === undefined) return notInstalled("csp_evaluator");
    const { CspEvaluator } = scannerPackages.load("csp_evaluator/dist/evaluator.js") as Evaluator;
    const { CspParser } = scannerPackages.load("csp_evaluator/dist/parser.js") as Parser;
    const documents = documentsOf(target);
    const findings: string[] = [];
    const policies = new Set<string>();
    for (const document of documents) {
      const { headers } = await fetchDocument(target, document);
      const policy = headers.get("content-security-policy") ?? "";
      policies.add(policy);
      for (const { severity, directive, description } of new CspEvaluator(new CspParser(policy).csp).evaluate()) {
        if (severity < none) findings.push(`${document.url}: ${directive}: ${description} (${severity})`);
      }
    }
    return noFindings(version, `${documents.length} documents, ${policies.size} policy`, [...new Set(findings)]);
  },
};
