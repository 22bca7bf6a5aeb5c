import { LIMITS } from "@trovella/plan-engine";
import { useState } from "react";
import { useToast } from "../../../components/toast.tsx";
import { t } from "../../../language/messages.ts";
import { ActionForm } from "./action-form.tsx";
import type { DialogProps } from "./dialog-props.ts";
import { TextArea } from "./text-area.tsx";
import { usePlanAction } from "./use-plan-action.ts";

export function CancelPlan({ plan, onClose }: DialogProps) {
  const [seen] = useState(plan);
  const acting = usePlanAction(seen);
  const toast = useToast();
  const [reason, setReason] = useState("");
  return (
    <ActionForm
      acting={acting}
      action={t("Cancel the plan")}
      isDanger
      onClose={onClose}
      onSubmit={() =>
        acting.act({ name: "cancel", input: { reason } }, () => {
          onClose();
          toast(t("The plan was cancelled."));
        })
      }
    >
      <p className="[overflow-wrap:anywhere]">
        {t("“{title}” ends for good: open steps and reviews end with it.", { title: plan.title })}{" "}
        {t("What was found stays, and a result that still arrives is kept.")}
      </p>
      <TextArea
        label={t("Why? (optional)")}
        hint={t("Assistants that still work on it are told.")}
        value={reason}
        onText={setReason}
        maxLength={LIMITS.reasonLength}
      />
    </ActionForm>
  );
}
