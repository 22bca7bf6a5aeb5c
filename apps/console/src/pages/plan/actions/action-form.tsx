import type { ReactNode } from "react";
import { Button } from "../../../components/button.tsx";
import { t } from "../../../language/messages.ts";
import { ActionError } from "./action-error.tsx";
import type { PlanActing } from "./use-plan-action.ts";

interface ActionFormProps {
  readonly acting: PlanActing;
  readonly action: string;
  readonly isDanger?: boolean;
  readonly isReady?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The form inside a dialog that does something to a plan. */
export function ActionForm({
  acting,
  action,
  isDanger = false,
  isReady = true,
  onSubmit,
  onClose,
  children,
}: ActionFormProps) {
  return (
    <>
      <form
        className="grid gap-4 px-5 py-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !acting.isPending) onSubmit();
        }}
      >
        {children}
        <div className="flex flex-wrap gap-2">
          <Button
            kind={isDanger ? "danger" : "primary"}
            type="submit"
            disabled={!isReady || acting.isPending}
          >
            {action}
          </Button>
          <Button onClick={onClose}>{t("Back")}</Button>
        </div>
      </form>
      {/* Not inside the form: what is submitted in a portal would be submitted here too. */}
      <div className="px-5 pb-4 empty:hidden">
        <ActionError acting={acting} />
      </div>
    </>
  );
}
