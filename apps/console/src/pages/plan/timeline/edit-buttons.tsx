import { Icon } from "../../../components/icon.tsx";
import { t } from "../../../language/messages.ts";
import { type PlanStep, stepTitle } from "../plan-detail.ts";
import type { Row } from "./fold-steps.ts";

/** One button on each row that can be edited. They lie above the list, since an option must not contain controls. */
export function EditButtons({
  rows,
  editable,
  onEdit,
}: {
  readonly rows: readonly Row<PlanStep>[];
  readonly editable: ReadonlySet<string>;
  readonly onEdit: (step: PlanStep) => void;
}) {
  return (
    <div className="pointer-events-none absolute inset-y-0 right-1.5">
      {rows.map((row) => (
        <div
          key={row.key}
          className="flex h-19 items-end pb-1 @2xl:h-13 @2xl:items-center @2xl:pb-0"
        >
          {row.kind === "step" && editable.has(row.key) && (
            <button
              type="button"
              aria-label={t("Edit {step}", { step: stepTitle(row.step) })}
              title={t("Edit {step}", { step: stepTitle(row.step) })}
              onClick={() => onEdit(row.step)}
              className="pointer-events-auto flex size-8 items-center justify-center rounded-md text-soft hover:bg-page hover:text-text"
            >
              <Icon name="edit" />
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
