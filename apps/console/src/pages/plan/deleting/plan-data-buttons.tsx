import { t } from "../../../language/translate.ts";
import { DialogButton } from "./delete-button.tsx";
import { DeleteItem } from "./delete-item.tsx";
import { ExportItem } from "./export-item.tsx";

/** Export and delete, for a page without a menu. */
export function PlanDataButtons({
  plan,
}: {
  plan: { readonly id: string; readonly handle: string };
}) {
  return (
    <>
      <DialogButton label={t("Export…")} title={t("Export the plan")}>
        {(onClose) => <ExportItem plan={plan} onClose={onClose} />}
      </DialogButton>
      <DialogButton label={t("Delete…")} title={t("Delete the plan")}>
        {(onClose) => <DeleteItem plan={plan} onClose={onClose} />}
      </DialogButton>
    </>
  );
}
