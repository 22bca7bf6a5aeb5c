import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { describeError } from "../../api/describe-error.ts";
import { useToast } from "../../components/toast.tsx";
import { isPinRequired } from "../inbox/pin-dialog.tsx";
import type { ClaimDetail, Verdict } from "./claim-words.ts";

const MAX_SECONDS = 3_600;
interface Given {
  readonly verdict: Verdict;
  readonly note?: string | undefined;
}

/** Sends a person's verdict on a claim as it was shown to them. Asks for the review PIN where one is set. */
export function useAudit(
  { id, number, digest }: Pick<ClaimDetail, "id" | "number" | "digest">,
  onDone: () => void,
) {
  const queries = useQueryClient();
  const toast = useToast();
  // The claim is shown from the first rendering on.
  const [shownAt] = useState(() => performance.now());
  const [pending, setPending] = useState<Given | null>(null);
  const audit = useMutation(
    api.claims.audit.mutationOptions({
      networkMode: "always",
      onSuccess: onDone,
      onError: (error) => {
        const { code, message } = describeError(error);
        // A new form takes the place of this one, without its message.
        if (code === "STALE_LEASE") toast(`c${number}: ${message}`);
      },
      onSettled: () => void queries.invalidateQueries(api.claims.pathFilter()),
    }),
  );
  const give = (given: Given) => {
    if (audit.isPending) return;
    setPending(given);
    const seconds = Math.min(MAX_SECONDS, Math.round((performance.now() - shownAt) / 1000));
    audit.mutate({ claimId: id, digest, seconds, ...given });
  };
  const isLocked = isPinRequired(audit.error);
  return {
    give,
    isPending: audit.isPending,
    error: isLocked ? null : audit.error,
    /** The review PIN is missing; once it is entered, the verdict is sent again. */
    pin: {
      isOpen: isLocked,
      onClose: () => audit.reset(),
      onUnlocked: () => {
        audit.reset();
        if (pending) give(pending);
      },
    },
  };
}
