import { useMutation } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { useEffect, useRef, useState } from "react";
import { api } from "../../api/api.ts";
import { describeError } from "../../api/describe-error.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextField } from "../../components/text-field.tsx";
import { t } from "../../language/messages.ts";

interface PinDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onUnlocked: () => void;
}

/** Asks for the review PIN, once per browser session. */
export function PinDialog({ isOpen, onClose, onUnlocked }: PinDialogProps) {
  return (
    <Dialog title={t("Review PIN")} isOpen={isOpen} onClose={onClose}>
      <PinForm onClose={onClose} onUnlocked={onUnlocked} />
    </Dialog>
  );
}

function PinForm({ onClose, onUnlocked }: Omit<PinDialogProps, "isOpen">) {
  const [pin, setPin] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const unlock = useMutation(
    api.review.unlock.mutationOptions({
      networkMode: "always",
      onSuccess: onUnlocked,
      onError: () => field.current?.select(),
    }),
  );
  return (
    <form
      className="grid gap-4 px-5 py-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (pin !== "" && !unlock.isPending) unlock.mutate({ pin });
      }}
    >
      <TextField
        ref={field}
        label="PIN"
        hint={t("Asked once until you close the browser, so that no program decides for you.")}
        type="password"
        autoComplete="off"
        maxLength={100}
        value={pin}
        onText={setPin}
        aria-invalid={unlock.isError}
      />
      {unlock.isError && !unlock.isPending && (
        <p role="alert" className="text-bad text-sm">
          {describeError(unlock.error).message}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" type="submit" disabled={pin === "" || unlock.isPending}>
          {t("Unlock and decide")}
        </Button>
        <Button onClick={onClose}>{t("Cancel")}</Button>
      </div>
    </form>
  );
}

/** Whether the server refused a decision because this browser session has not given the PIN. */
export function isPinRequired(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  const { details } = (error.data ?? {}) as { details?: { pinRequired?: unknown } };
  return details?.pinRequired === true;
}
