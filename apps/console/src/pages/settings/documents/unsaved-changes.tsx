import { useBlocker } from "@tanstack/react-router";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { t } from "../../../language/messages.ts";

/** Asks before a page with unsaved changes is left. */
export function UnsavedChanges({ isChanged }: { isChanged: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  return (
    <Dialog
      title={t("Leave without saving?")}
      isOpen={status === "blocked"}
      onClose={() => reset?.()}
    >
      <div className="grid gap-4 px-5 py-4">
        <p>{t("The look of documents was changed here and not saved.")}</p>
        <div className="flex flex-wrap gap-2">
          <Button kind="danger" onClick={() => proceed?.()}>
            {t("Leave without saving")}
          </Button>
          <Button onClick={() => reset?.()}>{t("Cancel")}</Button>
        </div>
      </div>
    </Dialog>
  );
}
