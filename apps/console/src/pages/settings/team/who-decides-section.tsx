import { useMutation, useQueryClient } from "@tanstack/react-query";
import { WHO_DECIDES, type WhoDecides } from "@trovella/plan-engine";
import { type Team, useCan } from "../../../api/account.ts";
import { api } from "../../../api/api.ts";
import { describeError } from "../../../api/describe-error.ts";
import { Select } from "../../../components/select.tsx";
import { t } from "../../../language/messages.ts";
import { SettingsSection } from "../settings-section.tsx";
import { useChange } from "./use-change.ts";

const WORDS: Readonly<Record<WhoDecides, { readonly name: string; readonly about: string }>> = {
  anyone: {
    name: t("Anyone who may review"),
    about: t("Every member but viewers, about every plan."),
  },
  owner_and_admins: {
    name: t("The plan’s owner"),
    about: t("The person who started the plan, and the owners and admins of the organization."),
  },
  assignee: {
    name: t("The person who is asked"),
    about: t(
      "The person the plan is assigned to, by default its owner, and the owners and admins of the organization.",
    ),
  },
};

const OPTIONS = WHO_DECIDES.map((value) => ({ value, label: WORDS[value].name }));

/** Who may decide reviews, for admins to change and for everybody to read. */
export function WhoDecidesSection({ team }: { team: Team }) {
  const canChange = useCan("admin");
  const change = useChange();
  const queries = useQueryClient();
  const changed = change(t("Changed who may decide."));
  const mutation = useMutation(
    api.organization.setWhoDecides.mutationOptions({
      ...changed,
      // Pending until the new value is there, so that the old one is not shown in between.
      onSettled: () => {
        changed.onSettled();
        return queries.invalidateQueries(api.organization.pathFilter());
      },
    }),
  );
  const chosen = mutation.isPending ? mutation.variables.whoDecides : team.whoDecides;
  return (
    <SettingsSection title={t("Who may decide reviews")}>
      {canChange ? (
        <Select
          label={t("Who may decide reviews")}
          options={OPTIONS}
          chosen={chosen}
          onChange={(whoDecides) => whoDecides && mutation.mutate({ whoDecides })}
        />
      ) : (
        <p className="font-medium">{WORDS[chosen].name}</p>
      )}
      <p className="mt-2 text-soft">{WORDS[chosen].about}</p>
      {mutation.error && (
        <p role="alert" className="mt-2 text-bad text-sm">
          {describeError(mutation.error).message}
        </p>
      )}
    </SettingsSection>
  );
}
