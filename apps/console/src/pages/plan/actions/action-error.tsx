import { describeError } from "../../../api/describe-error.ts";
import { Button } from "../../../components/button.tsx";
import { t } from "../../../language/messages.ts";
import { PinDialog } from "../../inbox/pin-dialog.tsx";
import type { PlanActing } from "./use-plan-action.ts";

/** What went wrong with an action, and the way on after somebody else's change. Nothing that was typed is lost. */
export function ActionError({ acting }: { acting: PlanActing }) {
  const { error, isPending, repeat, pin } = acting;
  return (
    <>
      {Boolean(error) && !isPending && (
        <div role="alert" className="grid justify-items-start gap-2 text-sm">
          <p className="text-bad [overflow-wrap:anywhere]">{describeError(error).message}</p>
          {repeat && <Button onClick={repeat}>{t("Do it all the same")}</Button>}
        </div>
      )}
      <PinDialog {...pin} />
    </>
  );
}
