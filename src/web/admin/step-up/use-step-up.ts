import { useState } from "react";
import { teamApi } from "#web/api/team-api.ts";
import { type StepUpQuestion, proofAsker } from "./step-up-prompt.ts";

/** Starts a step-up; `question` is the prompt to show meanwhile. */
export function useStepUp() {
  const [question, setQuestion] = useState<StepUpQuestion>();
  const [prove] = useState(() => proofAsker(teamApi.prove, setQuestion));
  return { question, prove };
}
