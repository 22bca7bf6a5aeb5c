import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCan } from "../../api/account.ts";
import { api } from "../../api/api.ts";
import { describeError } from "../../api/describe-error.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { useToast } from "../../components/toast.tsx";
import { t } from "../../language/messages.ts";
import type { PlanDetail } from "./plan-detail.ts";

/** Whether there is something to compose a report from, and none yet. */
export function isComposable({ steps, counts }: PlanDetail): boolean {
  const hasMaterial = counts.artifacts > 0 || steps.some(({ status }) => status === "completed");
  return hasMaterial && counts.outputs === 0;
}

/** Composes a report from what is stored, without an assistant, and opens it. */
export function ComposeButton({ detail }: { detail: PlanDetail }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const canCompose = useCan("write");
  const mutation = useMutation(
    api.output.compose.mutationOptions({
      networkMode: "always",
      onSuccess: ({ id: outputId }) => {
        toast(t("Composed from the stored findings and results."));
        void navigate({ to: "/reports/$outputId", params: { outputId } });
      },
      onSettled: () => {
        void queries.invalidateQueries(api.researchPlan.pathFilter());
        void queries.invalidateQueries(api.output.pathFilter());
      },
    }),
  );
  if (!canCompose || !isComposable(detail)) return null;
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        disabled={mutation.isPending}
        onClick={() => mutation.mutate({ planId: detail.plan.id })}
      >
        <Icon name="reports" />
        {t("Compose a document")}
      </Button>
      {mutation.error && (
        <p role="alert" className="text-bad text-sm">
          {describeError(mutation.error).message}
        </p>
      )}
    </div>
  );
}
