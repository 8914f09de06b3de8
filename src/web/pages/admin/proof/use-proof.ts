import { useCallback, useRef, useState } from "react";

/** A question that stands on the screen; `answer` ends it. */
export interface ProofQuestion {
  answer: (isProven: boolean) => void;
}

/** Asks for a proof, once for all calls that need one meanwhile. */
export function useProof() {
  const [question, setQuestion] = useState<ProofQuestion>();
  const asking = useRef<Promise<boolean>>(undefined);

  const prove = useCallback((): Promise<boolean> => {
    asking.current ??= new Promise<boolean>((resolve) => setQuestion({ answer: resolve })).finally(() => {
      asking.current = undefined;
      setQuestion(undefined);
    });
    return asking.current;
  }, []);

  return { question, prove };
}
