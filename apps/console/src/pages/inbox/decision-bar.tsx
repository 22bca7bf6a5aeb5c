import type { ReviewDecision } from "@trovella/plan-engine";
import { useEffect, useId, useRef } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Icon } from "../../components/icon.tsx";
import { KeyHint } from "../../components/key-hint.tsx";
import { t } from "../../language/messages.ts";

const CHOICES = [
  { decision: "approve", label: t("Approve"), send: t("Approve"), keys: "a" },
  { decision: "modify", label: t("Modify"), send: t("Send back"), keys: "m" },
  { decision: "skip", label: t("Skip"), send: t("Skip the step"), keys: "s" },
  { decision: "reject", label: t("Reject"), send: t("Reject…"), keys: "r" },
] as const;

const COPYING: Readonly<Record<ReviewDecision, string>> = {
  approve: t("Approve and copy prompt"),
  modify: t("Send back and copy prompt"),
  skip: t("Skip the step and copy prompt"),
  reject: "",
};

/** What the bar at the top covers, and a little air. */
const TOP_BAR = "4rem";

interface DecisionBarProps {
  readonly effects: Readonly<Record<string, string>>;
  readonly chosen: ReviewDecision | null;
  readonly onChoose: (decision: ReviewDecision) => void;
  /** Sends what was chosen, or says why not. */
  readonly onSend: (decision: ReviewDecision | null, isPromptCopied?: boolean) => void;
  readonly isRejecting: boolean;
  readonly onReject: (isConfirmed: boolean) => void;
  /** Why nothing was sent or saved. */
  readonly problem: string | null;
  /** Whether the decision has just come back, undone or unsaved: the focus then goes to it. */
  readonly isBack: boolean;
}

/** The four decisions, which stay in view below what they are about. Letters select one; only the button or Ctrl Enter sends it. */
export function DecisionBar(props: DecisionBarProps) {
  const { effects, chosen, onChoose, onSend, isRejecting, onReject, problem, isBack } = props;
  const choices = useRef<HTMLFieldSetElement>(null);
  useFocusWhenBack(choices, isBack);
  return (
    <Bar label={t("Your decision")}>
      <div role="alert" className="text-bad empty:hidden">
        {problem}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Choices ref={choices} effects={effects} chosen={chosen} onChoose={onChoose} />
        <SendButtons chosen={chosen} onSend={onSend} />
      </div>
      <p aria-hidden="true" className="text-soft text-sm [@media(height<30rem)]:hidden">
        {chosen ? effects[chosen] : t("Choose a decision to see what it does.")}
      </p>
      <ConfirmDialog
        title={t("Reject and fail the plan?")}
        action={t("Reject and fail the plan")}
        isDanger
        isOpen={isRejecting}
        onClose={() => onReject(false)}
        onConfirm={() => onReject(true)}
      >
        {effects.reject}
      </ConfirmDialog>
    </Bar>
  );
}

/** Stays at the bottom of the pane, above the navigation of phones; fields are scrolled to above it, and messages stand there. */
export function Bar({ label, children }: { label: string; children: React.ReactNode }) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = bar;
    if (!current) return;
    const root = document.documentElement;
    const observer = new ResizeObserver(() => {
      const { offsetHeight } = current;
      root.style.scrollPaddingBottom = `calc(var(--bottom-bar, 0px) + ${offsetHeight + 12}px)`;
      root.style.scrollPaddingTop = TOP_BAR;
      root.style.setProperty("--decision-bar", `${offsetHeight}px`);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      root.style.scrollPadding = "";
      root.style.removeProperty("--decision-bar");
    };
  }, []);
  return (
    <section
      ref={bar}
      aria-label={label}
      className="@container sticky bottom-(--bottom-bar,0px) z-10 -mx-4 -mb-4 grid gap-2 rounded-b-lg border-line border-t bg-raised px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-[0_-4px_12px_rgb(0_0_0/0.08)] sm:-mx-5 sm:px-5"
    >
      {children}
    </section>
  );
}

interface ChoicesProps extends Pick<DecisionBarProps, "effects" | "chosen" | "onChoose"> {
  readonly ref: React.RefObject<HTMLFieldSetElement | null>;
}

function Choices({ ref, effects, chosen, onChoose }: ChoicesProps) {
  const id = useId();
  return (
    <fieldset ref={ref} className="min-w-0 @max-xl:w-full">
      <legend className="sr-only">{t("Your decision")}</legend>
      <div className="flex flex-wrap gap-1 @xl:gap-1.5">
        {CHOICES.map(({ decision, label, keys }) => (
          <label
            key={decision}
            data-chosen={decision === chosen}
            title={effects[decision]}
            className={`relative flex min-h-10 cursor-pointer items-center @max-xl:flex-auto justify-center gap-2 rounded-md border border-line bg-card px-1 font-medium @max-xl:text-sm hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent data-[chosen=true]:border-accent data-[chosen=true]:bg-accent-soft @xl:px-3 ${decision === "reject" ? "text-bad" : ""}`}
          >
            <input
              type="radio"
              name={id}
              checked={decision === chosen}
              onChange={() => onChoose(decision)}
              aria-label={label}
              aria-describedby={`${id}-${decision}`}
              aria-keyshortcuts={keys}
              className="size-4 shrink-0 accent-accent outline-none @max-xl:absolute @max-xl:inset-0 @max-xl:size-full @max-xl:cursor-pointer @max-xl:opacity-0"
            />
            <span className="truncate">{label}</span>
            <span className="hidden @4xl:inline" aria-hidden="true">
              <KeyHint keys={keys} />
            </span>
            <span id={`${id}-${decision}`} className="sr-only">
              {effects[decision]}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function SendButtons({ chosen, onSend }: Pick<DecisionBarProps, "chosen" | "onSend">) {
  const choice = CHOICES.find(({ decision }) => decision === chosen);
  const decision = chosen ?? "approve";
  return (
    <div className="flex flex-wrap items-center gap-2 @max-xl:w-full">
      {decision !== "reject" && (
        <Button
          onClick={() => onSend(decision, true)}
          className="min-h-10 @max-xl:flex-1 @xl:min-h-9 [@media(height<30rem)]:hidden"
        >
          <Icon name="copy" />
          {COPYING[decision]}
        </Button>
      )}
      <Button
        kind={chosen === "reject" ? "danger" : "primary"}
        onClick={() => onSend(chosen)}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        className="min-h-10 justify-center @max-xl:flex-1 @xl:min-h-9"
      >
        {choice ? choice.send : t("Send decision")}
        <span className="hidden @4xl:inline" aria-hidden="true">
          <KeyHint keys={/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ Enter" : "Ctrl Enter"} />
        </span>
      </Button>
    </div>
  );
}

/** On the chosen decision, where no plain key sends anything. */
function useFocusWhenBack(
  choices: React.RefObject<HTMLFieldSetElement | null>,
  isBack: boolean,
): void {
  useEffect(() => {
    if (!isBack || document.activeElement !== document.body) return;
    choices.current?.querySelector<HTMLInputElement>("input:checked")?.focus();
  }, [choices, isBack]);
}
