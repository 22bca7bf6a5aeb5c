import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useCan, useTeam } from "../api/account.ts";
import { api, type Replies } from "../api/api.ts";
import { describeError } from "../api/describe-error.ts";
import { useIsShared } from "../api/whose.ts";
import { t } from "../language/messages.ts";
import { Select } from "./select.tsx";
import { useToast } from "./toast.tsx";

type PlanPeople = Replies["researchPlan"]["detail"]["people"];

interface AssignProps {
  readonly planId: string;
  readonly people: PlanPeople;
}

/** Asks another member to review the plan; for those who may not, its children. */
export function AssignSelect({ children, ...props }: AssignProps & { children?: ReactNode }) {
  const mayWrite = useCan("write");
  const isShared = useIsShared();
  if (!isShared || !mayWrite || !props.people.mayAssign) return children;
  return <Assign planId={props.planId} />;
}

function Assign({ planId }: Pick<AssignProps, "planId">) {
  const queries = useQueryClient();
  const toast = useToast();
  const team = useTeam();
  const { data } = useQuery(api.researchPlan.candidates.queryOptions({ planId }));
  const mutation = useMutation(
    api.researchPlan.assign.mutationOptions({
      networkMode: "always",
      onSuccess: () => toast(t("Assigned.")),
      onSettled: () => {
        for (const router of [api.researchPlan, api.review, api.home]) {
          void queries.invalidateQueries(router.pathFilter());
        }
      },
    }),
  );
  if (!data) return null;
  const { ownerId, assigneeId, candidates } = data;
  const owner = candidates.find(({ userId }) => userId === ownerId);
  const nameOf = ({ userId, name }: { userId: string; name: string }) =>
    userId === team?.userId ? t("{name} (you)", { name }) : name;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Select
        label={t("Who is asked to review this plan")}
        none={owner ? t("{name}, the owner", { name: nameOf(owner) }) : t("The owners and admins")}
        options={candidates
          .filter(({ userId }) => userId !== ownerId)
          .map((person) => ({ value: person.userId, label: nameOf(person) }))}
        chosen={assigneeId ?? undefined}
        onChange={(chosen) => mutation.mutate({ planId, assigneeId: chosen ?? null })}
      />
      {mutation.error && (
        <span role="alert" className="text-bad text-sm">
          {describeError(mutation.error).message}
        </span>
      )}
    </span>
  );
}
