import { LIMITS } from "@trovella/plan-engine";
import { useState } from "react";
import { TextField } from "../../../components/text-field.tsx";
import { t } from "../../../language/messages.ts";
import { ActionForm } from "./action-form.tsx";
import type { DialogProps } from "./dialog-props.ts";
import { useFocus } from "./use-focus.ts";
import { usePlanAction } from "./use-plan-action.ts";

export function RenamePlan({ plan, onClose }: DialogProps) {
  const [seen] = useState(plan);
  const acting = usePlanAction(seen);
  const field = useFocus<HTMLInputElement>();
  const [name, setName] = useState(plan.title);
  return (
    <ActionForm
      acting={acting}
      action={t("Rename")}
      isReady={name.trim() !== ""}
      onClose={onClose}
      onSubmit={() => acting.act({ name: "rename", input: { name } }, onClose)}
    >
      <TextField
        ref={field}
        label={t("Name")}
        value={name}
        onText={setName}
        maxLength={LIMITS.nameLength}
        autoComplete="off"
      />
    </ActionForm>
  );
}
