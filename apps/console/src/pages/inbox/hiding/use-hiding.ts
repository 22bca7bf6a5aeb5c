import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { describeError } from "../../../api/describe-error.ts";
import { useToast } from "../../../components/toast.tsx";
import { plural, t } from "../../../language/messages.ts";
import { snoozedUntil } from "./snooze-times.ts";

/** Takes items out of one's own inbox and puts them back. */
export function useHiding() {
  const toast = useToast();
  const refresh = useRefresh();
  const onError = (error: unknown) => toast(describeError(error).message);
  const dismiss = useMutation(api.inbox.dismiss.mutationOptions({ onSettled: refresh, onError }));
  const snooze = useMutation(api.inbox.snooze.mutationOptions({ onSettled: refresh, onError }));
  const restore = useMutation(api.inbox.restore.mutationOptions({ onSettled: refresh, onError }));
  const undo = (itemIds: string[]) => ({
    label: t("Undo"),
    run: () => restore.mutate({ itemIds }),
  });
  return {
    isPending: dismiss.isPending || snooze.isPending || restore.isPending,
    restore: (itemIds: string[]) => restore.mutate({ itemIds }),
    dismiss: (itemIds: string[], onGone?: () => void) =>
      dismiss.mutate(
        { itemIds },
        {
          onSuccess: () => {
            onGone?.();
            const { length } = itemIds;
            toast(plural(length, "Dismissed.", "{count} items dismissed."), undo(itemIds));
          },
        },
      ),
    snooze: (itemIds: string[], until: Date, onGone?: () => void) =>
      snooze.mutate(
        { itemIds, until: until.toISOString() },
        {
          onSuccess: () => {
            onGone?.();
            toast(t("Snoozed until {day}.", { day: snoozedUntil(until) }), undo(itemIds));
          },
        },
      ),
  };
}

/** One count everywhere: everything that counts or lists items is read again. */
function useRefresh() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries(api.inbox.hidden.queryFilter()),
      queries.invalidateQueries(api.home.summary.queryFilter()),
      queries.invalidateQueries(api.review.list.queryFilter()),
      queries.invalidateQueries(api.researchPlan.healthSummary.queryFilter()),
    ]);
}
