import { type Budget, RESERVE } from "@trovella/plan-engine";
import { useState } from "react";
import { describeError } from "../../../api/describe-error.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { DIMENSION_LABELS, type UsageFigure, usedText } from "../../../format/budget-words.ts";
import { t } from "../../../language/messages.ts";
import { PinDialog } from "../../inbox/pin-dialog.tsx";
import type { PlanDetail } from "../plan-detail.ts";
import { isReached, suggestedCap } from "./shown-figures.ts";
import { useBudgetDecision } from "./use-budget-decision.ts";

interface BudgetDialogProps {
  readonly detail: PlanDetail;
  /** The caps that can be changed. */
  readonly figures: readonly UsageFigure[];
  /** Raising suggests caps with which the plan can continue. */
  readonly kind: "raise" | "change";
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onRaised?: () => void;
}

export function BudgetDialog(props: BudgetDialogProps) {
  const { figures, kind, isOpen, onClose } = props;
  const isNew = figures.every(({ cap }) => cap === null);
  const change = isNew ? t("Set the budget") : t("Change the budget");
  const title = kind === "raise" ? t("Raise the budget") : change;
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <BudgetForm {...props} />
    </Dialog>
  );
}

function BudgetForm({ detail, figures, kind, onClose, onRaised }: BudgetDialogProps) {
  const { plan, budget } = detail;
  const isRaising = kind === "raise";
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(
      figures.map((figure) => [
        figure.dimension,
        capText(figure, isRaising ? budget.reserve : null),
      ]),
    ),
  );
  const [percent, setPercent] = useState(String(Math.round(100 * budget.reserve)));
  const [isChecked, setIsChecked] = useState(false);
  const { decide, isPending, error, pin } = useBudgetDecision(plan.id, () => {
    onClose();
    onRaised?.();
  });
  const reserve = Number(percent) / 100;
  const problems = figures.map((figure) => capProblem(figure, texts[figure.dimension] ?? ""));
  const isReserveFine = reserve >= RESERVE.min && reserve <= RESERVE.max;
  const isFine = isReserveFine && problems.every((problem) => problem === null);
  const submit = () => {
    setIsChecked(true);
    if (!isFine || isPending) return;
    const caps = figures.flatMap(({ dimension }) => {
      const text = texts[dimension]?.trim();
      return text ? [[dimension, Number(text)]] : [];
    });
    const changed: Budget = { ...Object.fromEntries(caps), ...(isRaising ? {} : { reserve }) };
    decide({ kind: "change", budget: changed });
  };
  return (
    <>
      <form
        className="grid gap-4 px-5 py-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {isRaising && (
          <p className="text-soft">
            {t(
              "With more room the remaining steps are handed out again. {share} % of every cap stays reserved for the report.",
              { share: Math.round(100 * reserve) },
            )}
          </p>
        )}
        <div className={figures.length > 1 ? "grid items-start gap-4 sm:grid-cols-2" : ""}>
          {figures.map((figure, index) => {
            const { dimension } = figure;
            const text = texts[dimension] ?? "";
            const problem = isChecked ? (problems[index] ?? null) : null;
            return (
              <div key={dimension}>
                <TextField
                  label={FIELD_LABELS[dimension] ?? DIMENSION_LABELS[dimension]}
                  hint={capHint(figure)}
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={15}
                  value={text}
                  onText={(changed) => setTexts({ ...texts, [dimension]: changed })}
                  aria-invalid={problem !== null}
                />
                <FieldNote
                  problem={problem}
                  isClosing={
                    problems[index] === null &&
                    text.trim() !== "" &&
                    isReached(figure, Number(text), reserve)
                  }
                />
              </div>
            );
          })}
        </div>
        {!isRaising && (
          <div>
            <TextField
              label={t("Kept for the report, in percent")}
              hint={t("{least} to {most} % of every cap", SHARES)}
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              value={percent}
              onText={setPercent}
              aria-invalid={isChecked && !isReserveFine}
            />
            <FieldNote
              problem={
                isChecked && !isReserveFine ? t("Choose {least} to {most} percent.", SHARES) : null
              }
              isClosing={false}
            />
          </div>
        )}
        {Boolean(error) && !isPending && (
          <p role="alert" className="text-bad text-sm">
            {describeError(error).message}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" type="submit" disabled={isPending}>
            {isRaising ? t("Raise and continue") : t("Save")}
          </Button>
          <Button onClick={onClose}>{t("Cancel")}</Button>
        </div>
      </form>
      {/* Not inside the form: what is submitted in a portal would be submitted here too. */}
      <PinDialog {...pin} />
    </>
  );
}

function FieldNote({ problem, isClosing }: { problem: string | null; isClosing: boolean }) {
  if (problem) {
    return (
      <p role="alert" className="mt-1 text-bad text-sm">
        {problem}
      </p>
    );
  }
  if (!isClosing) return null;
  return (
    <p className="mt-1 text-sm text-warn">
      {t("With this cap only the closing steps are handed out.")}
    </p>
  );
}

const SHARES = { least: 100 * RESERVE.min, most: 100 * RESERVE.max };

const FIELD_LABELS: Partial<Record<UsageFigure["dimension"], string>> = {
  workMinutes: t("Work time, in minutes"),
  costUsd: t("Cost, in dollars"),
};

/** The cap to begin with; while there is none the field stays empty. */
function capText({ cap, ...figure }: UsageFigure, reserveOfRaise: number | null): string {
  if (cap === null) return "";
  return String(reserveOfRaise === null ? cap : suggestedCap({ ...figure, cap }, reserveOfRaise));
}

function capHint(figure: UsageFigure): string {
  if (figure.cap !== null) return usedText(figure);
  return figure.basis === "estimate"
    ? t("Empty: no limit")
    : t("{used}; empty: no limit", { used: usedText(figure) });
}

function capProblem(figure: UsageFigure, text: string): string | null {
  const { dimension, used, basis } = figure;
  const cap = Number(text);
  if (figure.cap === null && text.trim() === "") return null;
  const isWhole = dimension === "costUsd" || dimension === "workMinutes" || Number.isInteger(cap);
  if (text.trim() === "" || !Number.isFinite(cap) || cap <= 0 || !isWhole) {
    return isWhole ? t("Enter a number.") : t("Enter a whole number.");
  }
  const least = dimension === "costUsd" ? Math.ceil(used * 100) / 100 : Math.ceil(used);
  if (basis !== "estimate" && cap < used) {
    return t("At least {least}: that much is used already.", { least });
  }
  return null;
}
