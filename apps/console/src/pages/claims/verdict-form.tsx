import { useId, useRef, useState } from "react";
import { useCan } from "../../api/account.ts";
import { describeError } from "../../api/describe-error.ts";
import { Button } from "../../components/button.tsx";
import { KeyHint } from "../../components/key-hint.tsx";
import { useShortcuts } from "../../components/use-shortcuts.ts";
import { t } from "../../language/messages.ts";
import { PinDialog } from "../inbox/pin-dialog.tsx";
import type { ClaimDetail } from "./claim-words.ts";
import { useAudit } from "./use-audit.ts";

const MAX_NOTE = 2_000;

interface VerdictFormProps {
  readonly claim: ClaimDetail;
  readonly onDone: () => void;
}

/** Does the claim say what its sources say? Disagreeing needs a note; a later verdict replaces an earlier one. */
export function VerdictForm({ claim, onDone }: VerdictFormProps) {
  const canReview = useCan("review");
  const { give, isPending, error, pin } = useAudit(claim, onDone);
  const [isNoting, setIsNoting] = useState(false);
  const form = useRef<HTMLElement>(null);
  const whenShown = (action: () => void) => (event: KeyboardEvent) => {
    if (canReview && !event.repeat && form.current?.checkVisibility()) action();
  };
  useShortcuts({
    a: whenShown(() => give({ verdict: "agree" })),
    d: whenShown(() => setIsNoting(true)),
    u: whenShown(() => give({ verdict: "unsure" })),
  });
  if (!canReview) return null;
  return (
    <section ref={form} aria-label={t("Your verdict")} className="grid gap-2">
      <div className="grid grid-cols-3 gap-2">
        <VerdictButton keys="a" isPending={isPending} onClick={() => give({ verdict: "agree" })}>
          {t("Agree")}
        </VerdictButton>
        <VerdictButton keys="d" isPending={isPending} onClick={() => setIsNoting(true)}>
          {t("Disagree")}
        </VerdictButton>
        <VerdictButton keys="u" isPending={isPending} onClick={() => give({ verdict: "unsure" })}>
          {t("Not sure")}
        </VerdictButton>
      </div>
      {isNoting && (
        <NoteForm
          isPending={isPending}
          onCancel={() => setIsNoting(false)}
          onSend={(note) => give({ verdict: "disagree", note })}
        />
      )}
      {Boolean(error) && !isPending && (
        <p role="alert" className="text-bad text-sm">
          {t("Your verdict was not saved.")} {describeError(error).message}
        </p>
      )}
      <PinDialog {...pin} />
    </section>
  );
}

interface VerdictButtonProps {
  readonly keys: string;
  readonly isPending: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

function VerdictButton({ keys, isPending, onClick, children }: VerdictButtonProps) {
  return (
    <Button
      onClick={onClick}
      disabled={isPending}
      aria-keyshortcuts={keys}
      className="min-h-10 justify-center whitespace-nowrap px-1.5 lg:min-h-9"
    >
      {children}
      <span className="hidden lg:inline" aria-hidden="true">
        <KeyHint keys={keys} />
      </span>
    </Button>
  );
}

interface NoteFormProps {
  readonly isPending: boolean;
  readonly onCancel: () => void;
  readonly onSend: (note: string) => void;
}

function NoteForm({ isPending, onCancel, onSend }: NoteFormProps) {
  const id = useId();
  const [note, setNote] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const send = () => {
    if (note.trim() === "") setIsMissing(true);
    else onSend(note);
  };
  return (
    <form
      className="grid gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label htmlFor={id} className="font-medium text-sm">
        {t("What is wrong?")}
      </label>
      <textarea
        id={id}
        ref={focusOnce}
        rows={3}
        value={note}
        maxLength={MAX_NOTE}
        aria-invalid={isMissing}
        aria-describedby={`${id}-missing`}
        onChange={(event) => {
          setNote(event.target.value);
          setIsMissing(false);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") onCancel();
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return;
          event.preventDefault();
          send();
        }}
        className="block w-full rounded-md border border-strong-line bg-card px-3 py-2"
      />
      <p id={`${id}-missing`} role="alert" className="text-bad text-sm">
        {isMissing && t("Say what is wrong, so that somebody can fix it.")}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button kind="primary" type="submit" disabled={isPending}>
          {t("Send as disagreement")}
        </Button>
        <Button onClick={onCancel}>{t("Cancel")}</Button>
        <span className="hidden text-soft text-sm lg:inline">{t("Ctrl Enter sends it.")}</span>
      </div>
    </form>
  );
}

function focusOnce(field: HTMLTextAreaElement | null): void {
  field?.focus();
}
