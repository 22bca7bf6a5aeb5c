import { useQuery } from "@tanstack/react-query";
import { isOpenActivity, LIMITS } from "@trovella/plan-engine";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { Select } from "../../../components/select.tsx";
import { useToast } from "../../../components/toast.tsx";
import { t } from "../../../language/messages.ts";
import { stepTitle } from "../plan-detail.ts";
import { ActionForm } from "./action-form.tsx";
import type { DialogProps } from "./dialog-props.ts";
import { TextArea } from "./text-area.tsx";
import { usePlanAction } from "./use-plan-action.ts";

const NOW = "now";

/** Adds a step that requires review: right now, or after an open step. */
export function AskForCheckpoint({ plan, onClose }: DialogProps) {
  const [seen] = useState(plan);
  const acting = usePlanAction(seen);
  const toast = useToast();
  const { data } = useQuery(api.researchPlan.detail.queryOptions({ planId: plan.id }));
  const [place, setPlace] = useState(NOW);
  const [instructions, setInstructions] = useState("");
  const open = (data?.steps ?? []).filter(
    ({ status }) => !["completed", "skipped", "failed"].includes(status),
  );
  const options = [
    { value: NOW, label: t("Right now, before the next step") },
    ...open.map((step) => ({
      value: step.id,
      label: t("After {step}", { step: stepTitle(step) }),
    })),
  ];
  const after = open.find(({ id }) => id === place);
  return (
    <ActionForm
      acting={acting}
      action={t("Add the checkpoint")}
      isReady={isOpenActivity(plan.activity)}
      onClose={onClose}
      onSubmit={() =>
        acting.act(
          {
            name: "askForCheckpoint",
            input: {
              ...(instructions.trim() ? { instructions } : {}),
              ...(after ? { insertAfterOrder: after.order } : {}),
            },
          },
          () => {
            onClose();
            toast(t("The checkpoint was added. Steps after it wait for your review."));
          },
        )
      }
    >
      <p className="text-soft">
        {t("The assistant shows you what it has, and later steps wait until you have decided.")}
      </p>
      <Select
        label={t("When")}
        options={options}
        chosen={place}
        onChange={(to) => setPlace(to ?? NOW)}
      />
      <TextArea
        label={t("What do you want to see? (optional)")}
        value={instructions}
        onText={setInstructions}
        maxLength={LIMITS.instructionsLength}
      />
    </ActionForm>
  );
}
