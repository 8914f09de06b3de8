import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ImportInput, ImportPlan } from "#contract/channel-book.ts";
import { ApiError } from "../../../api-client.ts";
import { channelApi, isProposed } from "../../../channel-api.ts";
import { actionFailureText } from "../failure-text.ts";
import { readChannelFile } from "./read-channel-file.ts";

/** A plan and all that it was made from, so that exactly that is imported. */
export interface ImportLook {
  /** Of the file. */
  name: string;
  file: ImportInput["file"];
  removeOthers: boolean;
  plan: ImportPlan;
}

/** What a file would change, looked up anew with each choice; an answer that a later choice has overtaken is not shown. */
export function useImportLook() {
  const [look, setLook] = useState<ImportLook>();
  const [problems, setProblems] = useState<readonly string[]>([]);
  /** Whether to delete the others as it was chosen last, while its answer is awaited. */
  const [wish, setWish] = useState<boolean>();
  const lastRequest = useRef(0);
  const dryRun = useMutation({
    mutationFn: async (input: Omit<ImportInput, "dryRun">) => {
      const answer = await channelApi.import({ ...input, dryRun: true });
      if (isProposed(answer)) throw new Error("a dry run changes nothing that could wait");
      return answer;
    },
  });

  /** Does `work` under a number of its own: what comes of it after a later request is dropped, as well as its failure. */
  async function request(work: () => Promise<Omit<ImportLook, "plan"> | { problems: string[] }>) {
    const number = ++lastRequest.current;
    const isLast = () => number === lastRequest.current;
    setProblems([]);
    try {
      const read = await work();
      if (!isLast()) return;
      if ("problems" in read) return setProblems(read.problems);
      setWish(read.removeOthers);
      const plan = await dryRun.mutateAsync({ file: read.file, removeOthers: read.removeOthers });
      if (isLast()) setLook({ ...read, plan });
    } catch (error) {
      if (isLast()) setProblems(problemsOf(error));
    } finally {
      if (isLast()) setWish(undefined);
    }
  }

  /** Looks at another file, or at none. */
  function take(chosen: File | undefined) {
    setLook(undefined);
    setWish(undefined);
    void request(async () => {
      if (chosen === undefined) return { problems: [] };
      // It fails where the file was saved anew since it was chosen, or is gone.
      const text = await chosen.text().catch(() => undefined);
      if (text === undefined) return { problems: ["This file cannot be read any more. Please choose it again."] };
      const read = readChannelFile(text);
      return "problems" in read ? read : { name: chosen.name, file: read.file, removeOthers: false };
    });
  }

  /** Looks at the same file, deleting what it does not name or not. Where that fails, what was shown stays. */
  function chooseRemoveOthers(isWished: boolean) {
    if (look === undefined) return;
    setWish(isWished);
    void request(async () => ({ name: look.name, file: look.file, removeOthers: isWished }));
  }

  /** Shows what the list of now would become; `of` is what was tried to import. */
  function showPlan(of: ImportLook, plan: ImportPlan) {
    setProblems([]);
    setLook({ ...of, plan });
  }

  const showProblem = (error: unknown) => setProblems(problemsOf(error));
  const isLooking = wish !== undefined;
  const removeOthers = wish ?? look?.removeOthers ?? false;
  return { look, problems, isLooking, removeOthers, take, chooseRemoveOthers, showPlan, showProblem };
}

/** What the server said, each with the name of its field. */
function problemsOf(error: unknown): string[] {
  const fields = error instanceof ApiError ? Object.entries(error.errors) : [];
  if (fields.length === 0) return [actionFailureText(error)];
  return fields.map(([field, message]) => `${field.replace(/^file\./, "")}: ${message}`);
}
