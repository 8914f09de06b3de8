import { useState } from "react";
import { teamApi } from "../../../team-api.ts";
import { type ProofQuestion, proofAsker } from "./proof-question.ts";

/** Asks for a proof; `question` is what stands on the screen meanwhile. */
export function useProof() {
  const [question, setQuestion] = useState<ProofQuestion>();
  const [prove] = useState(() => proofAsker(teamApi.prove, setQuestion));
  return { question, prove };
}
