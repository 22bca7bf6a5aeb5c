import { useNavigate } from "@tanstack/react-router";
import { DeleteForm } from "./delete-form.tsx";

export interface PlanDialogProps {
  readonly plan: { readonly id: string; readonly handle: string };
  readonly onClose: () => void;
}

/** What the menu of a plan shows in its dialog "Delete the plan". */
export function DeleteItem({ plan, onClose }: PlanDialogProps) {
  const navigate = useNavigate();
  return (
    <DeleteForm
      kind="plan"
      id={plan.id}
      onClose={onClose}
      onDeleted={() => void navigate({ to: "/plans" })}
    />
  );
}
