import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCan } from "../../../api/account.ts";
import { api } from "../../../api/api.ts";
import { describeError } from "../../../api/describe-error.ts";
import { Button } from "../../../components/button.tsx";
import { t } from "../../../language/messages.ts";

/** Whether members of the organization may publish reports; for owners and admins to change. */
export function ShareSwitch({ isAllowed }: { isAllowed: boolean }) {
  const canChange = useCan("admin");
  const queries = useQueryClient();
  const change = useMutation(
    api.share.setAllowed.mutationOptions({
      onSettled: () => queries.invalidateQueries(api.share.pathFilter()),
    }),
  );
  return (
    <div className="grid gap-2">
      <p>
        {isAllowed
          ? t("Members may share reports by links that work without signing in.")
          : t(
              "Public links are off in this organization. Links that exist do not work while they are.",
            )}
      </p>
      {canChange ? (
        <div>
          <Button
            kind={isAllowed ? "plain" : "primary"}
            disabled={change.isPending}
            onClick={() => change.mutate({ isAllowed: !isAllowed })}
          >
            {isAllowed ? t("Turn public links off") : t("Turn public links on")}
          </Button>
        </div>
      ) : (
        <p className="text-soft">{t("An owner or admin can change this.")}</p>
      )}
      {change.error && (
        <p role="alert" className="text-bad text-sm">
          {describeError(change.error).message}
        </p>
      )}
    </div>
  );
}
