import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useCan } from "../../api/account.ts";
import { api } from "../../api/api.ts";
import { describeError } from "../../api/describe-error.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useToast } from "../../components/toast.tsx";
import { plural, t } from "../../language/messages.ts";

/** Loads invented research to look around in. */
export function SampleButton() {
  const refresh = useRefresh();
  const toast = useToast();
  const mayWrite = useCan("write");
  const load = useMutation(
    api.sample.load.mutationOptions({
      onSuccess: () => toast(t("The sample is loaded.")),
      onSettled: refresh,
    }),
  );
  if (!mayWrite) return <p className="text-soft text-sm">{t("Your role cannot load it.")}</p>;
  return (
    <div>
      <Button className="min-h-9" disabled={load.isPending} onClick={() => load.mutate()}>
        {load.isPending ? t("Loading the sample …") : t("Load the sample")}
      </Button>
      <p role="alert" className="text-bad text-sm">
        {load.error && describeError(load.error).message}
      </p>
    </div>
  );
}

/** Says that the sample is there and removes it; nothing where it is not. */
export function SampleNote() {
  const [isAsking, setIsAsking] = useState(false);
  const refresh = useRefresh();
  const toast = useToast();
  const mayWrite = useCan("write");
  const { data } = useQuery(api.sample.status.queryOptions());
  const remove = useMutation(
    api.sample.remove.mutationOptions({
      onSuccess: ({ removed }) =>
        toast(plural(removed, "{count} sample plan removed.", "{count} sample plans removed.")),
      onError: (error) => toast(describeError(error).message),
      onSettled: refresh,
    }),
  );
  const count = data?.planCount ?? 0;
  if (count === 0 || !mayWrite) return null;
  return (
    <p className="flex flex-wrap items-center gap-3 text-soft text-sm">
      {plural(
        count,
        "{count} plan here is a sample: invented, with invented sources.",
        "{count} plans here are a sample: invented, with invented sources.",
      )}
      <Button disabled={remove.isPending} onClick={() => setIsAsking(true)}>
        {t("Remove the sample")}
      </Button>
      <ConfirmDialog
        title={t("Remove the sample?")}
        isOpen={isAsking}
        action={t("Remove the sample")}
        isDanger
        onConfirm={() => remove.mutate()}
        onClose={() => setIsAsking(false)}
      >
        {t("Its plans go for good, with their findings and reports. Your own research stays.")}
      </ConfirmDialog>
    </p>
  );
}

function useRefresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries();
}
