import { useId, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { t } from "../../../language/messages.ts";
import { snoozeTimes } from "./snooze-times.ts";
import { useHiding } from "./use-hiding.ts";

interface ItemActionsProps {
  /** The review or the plan. */
  readonly itemKey: string;
  /** An open review needs a decision: it can be snoozed only. */
  readonly isReview: boolean;
  readonly onGone: () => void;
}

/** Takes an item out of one's own inbox, for a while or until something new happens. */
export function ItemActions({ itemKey, isReview, onGone }: ItemActionsProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { dismiss, snooze, isPending } = useHiding();
  const closeOnEscape = ({ key }: { key: string }) => key === "Escape" && setIsOpen(false);
  return (
    <>
      {!isReview && (
        <Button
          className="min-h-9"
          disabled={isPending}
          onClick={() => dismiss([itemKey], onGone)}
          title={t("Comes back when something new happens to the plan")}
        >
          {t("Dismiss")}
        </Button>
      )}
      <div className="relative">
        <Button
          className="min-h-9"
          disabled={isPending}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          onKeyDown={closeOnEscape}
        >
          {t("Snooze")}
        </Button>
        <div
          id={id}
          hidden={!isOpen}
          className="absolute top-full right-0 z-20 mt-1 grid w-max gap-0.5 rounded-lg border border-line bg-raised p-1 shadow-xl"
        >
          {isOpen &&
            snoozeTimes(new Date()).map(({ label, until }) => (
              <button
                key={label}
                type="button"
                onKeyDown={closeOnEscape}
                onClick={() => {
                  setIsOpen(false);
                  snooze([itemKey], until, onGone);
                }}
                className="min-h-9 rounded px-3 text-left text-sm hover:bg-hover"
              >
                {label}
              </button>
            ))}
        </div>
      </div>
    </>
  );
}

/** Empties a whole group of plans. */
export function DismissAll({ itemKeys, onGone }: { itemKeys: string[]; onGone?: () => void }) {
  const { dismiss, isPending } = useHiding();
  if (itemKeys.length < 2) return null;
  return (
    <Button
      kind="quiet"
      className="min-h-6 px-1.5 py-0"
      disabled={isPending}
      onClick={() => dismiss(itemKeys, onGone)}
    >
      {t("Dismiss all")}
    </Button>
  );
}
