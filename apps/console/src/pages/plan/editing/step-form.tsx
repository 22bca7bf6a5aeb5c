import { useQuery } from "@tanstack/react-query";
import { isReviewedType, LIMITS, STEP_TYPES, type StepType } from "@trovella/plan-engine";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { QueryView } from "../../../components/query-view.tsx";
import { Select } from "../../../components/select.tsx";
import { t } from "../../../language/messages.ts";
import { ActionForm } from "../actions/action-form.tsx";
import { TextArea } from "../actions/text-area.tsx";
import { useFocus } from "../actions/use-focus.ts";
import type { PlanActing } from "../actions/use-plan-action.ts";
import { type PlanStep, stepTitle } from "../plan-detail.ts";

interface FormProps {
  readonly acting: PlanActing;
  readonly onSaved: (version: number) => void;
  readonly onClose: () => void;
}

/** Changes a pending step. Long instructions are loaded whole first, so that none of them is lost. */
export function EditStepForm({
  planId,
  step,
  ...form
}: FormProps & { readonly planId: string; readonly step: PlanStep }) {
  const isWhole = step.instructions.length >= step.instructionsLength;
  const query = useQuery({
    ...api.researchPlan.step.queryOptions({ planId, stepId: step.id }),
    enabled: !isWhole,
  });
  const { acting, onSaved } = form;
  const fields = (instructions: string) => (
    <StepFields
      {...form}
      action={t("Save the step")}
      given={{ stepType: step.type, instructions, requiresReview: step.requiresReview }}
      onSubmit={(changed) =>
        acting.act(
          { name: "modify", input: { action: "edit_step", stepId: step.id, ...changed } },
          ({ planVersion }) => onSaved(planVersion),
        )
      }
    />
  );
  if (isWhole) return fields(step.instructions);
  return (
    <QueryView query={query} what={t("the step")}>
      {(found) => fields(found.step.instructions)}
    </QueryView>
  );
}

/** Adds a step at a place that the person chooses; at first before the steps that write the document. */
export function AddStepForm({
  steps,
  ...form
}: FormProps & { readonly steps: readonly PlanStep[] }) {
  const closing = steps.find(({ isClosing, status }) => isClosing && status === "pending");
  const [afterOrder, setAfterOrder] = useState(closing ? closing.order - 1 : steps.length);
  const { acting, onSaved } = form;
  const lastBegun = Math.max(
    0,
    ...steps.filter(({ status }) => status !== "pending").map(({ order }) => order),
  );
  const places = steps.filter(({ order }) => order >= lastBegun);
  const options = [
    ...(lastBegun === 0 ? [{ value: "0", label: t("At the beginning") }] : []),
    ...places.map((step) => ({
      value: String(step.order),
      label: t("After {step}", { step: stepTitle(step) }),
    })),
  ];
  return (
    <StepFields
      {...form}
      action={t("Add the step")}
      given={{ stepType: "search", instructions: "", requiresReview: false }}
      onSubmit={(step) =>
        acting.act(
          {
            name: "modify",
            input: { action: "add_steps", steps: [step], insertAfterOrder: afterOrder },
          },
          ({ planVersion }) => onSaved(planVersion),
        )
      }
      place={
        <Select
          label={t("Place")}
          options={options}
          chosen={String(afterOrder)}
          onChange={(chosen) => setAfterOrder(Number(chosen))}
        />
      }
    />
  );
}

interface Fields {
  readonly stepType: StepType;
  readonly instructions: string;
  readonly requiresReview: boolean;
}

function StepFields({
  acting,
  action,
  given,
  place,
  onSubmit,
  onClose,
}: Omit<FormProps, "onSaved"> & {
  readonly action: string;
  readonly given: Fields;
  readonly place?: React.ReactNode;
  readonly onSubmit: (fields: Fields) => void;
}) {
  const [fields, setFields] = useState(given);
  const field = useFocus<HTMLTextAreaElement>({ isSelected: false });
  return (
    <ActionForm
      acting={acting}
      action={action}
      isReady={fields.instructions.trim() !== ""}
      onClose={onClose}
      onSubmit={() => onSubmit(fields)}
    >
      <div className="flex flex-wrap items-center gap-3">
        <Select
          label={t("Kind of step")}
          options={TYPE_OPTIONS}
          chosen={fields.stepType}
          onChange={(stepType = "custom") =>
            setFields({
              ...fields,
              stepType,
              requiresReview: isReviewedType(stepType) || fields.requiresReview,
            })
          }
        />
        {place}
      </div>
      <TextArea
        ref={field}
        label={t("What the assistant should do")}
        rows={6}
        value={fields.instructions}
        onText={(instructions) => setFields({ ...fields, instructions })}
        maxLength={LIMITS.instructionsLength}
      />
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={fields.requiresReview}
          onChange={({ target }) => setFields({ ...fields, requiresReview: target.checked })}
        />
        {t("A person must review it")}
      </label>
    </ActionForm>
  );
}

const TYPE_LABELS: Readonly<Record<StepType, string>> = {
  search: t("Search"),
  extract: t("Extract"),
  analyze: t("Analyze"),
  critique: t("Critique"),
  synthesize: t("Synthesize"),
  checkpoint: t("Checkpoint"),
  custom: t("Other work"),
};
const TYPE_OPTIONS = STEP_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }));
