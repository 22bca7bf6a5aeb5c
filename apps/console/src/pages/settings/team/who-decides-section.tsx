import { useMutation } from "@tanstack/react-query";
import { WHO_DECIDES, type WhoDecides } from "@trovella/plan-engine";
import { type Team, useCan } from "../../../api/account.ts";
import { api } from "../../../api/api.ts";
import { describeError } from "../../../api/describe-error.ts";
import { SettingsSection } from "../settings-section.tsx";
import { useChange } from "./use-change.ts";

const WORDS: Readonly<Record<WhoDecides, { readonly name: string; readonly about: string }>> = {
  anyone: {
    name: "Anyone who may review",
    about: "Every member but viewers, about every plan.",
  },
  owner_and_admins: {
    name: "The plan’s owner",
    about: "The person who started the plan, and the owners and admins of the organization.",
  },
  assignee: {
    name: "The person who is asked",
    about:
      "The person the plan is assigned to, by default its owner, and the owners and admins of the organization.",
  },
};

/** Who may decide reviews, for admins to change and for everybody to read. */
export function WhoDecidesSection({ team }: { team: Team }) {
  const canChange = useCan("admin");
  const change = useChange();
  const mutation = useMutation(
    api.organization.setWhoDecides.mutationOptions(change("Changed who may decide.")),
  );
  const isSaving = mutation.isPending || mutation.isSuccess;
  const chosen = isSaving ? mutation.variables.whoDecides : team.whoDecides;
  return (
    <SettingsSection title="Who may decide reviews">
      <fieldset disabled={!canChange} className="grid gap-3">
        <legend className="sr-only">Who may decide reviews</legend>
        {WHO_DECIDES.map((value) => (
          <label key={value} className="flex items-start gap-3">
            <input
              type="radio"
              name="who-decides"
              className="mt-1.5"
              checked={chosen === value}
              onChange={() => mutation.mutate({ whoDecides: value })}
            />
            <span>
              <span className="font-medium">{WORDS[value].name}</span>
              <span className="block text-soft text-sm">{WORDS[value].about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {mutation.error && (
        <p role="alert" className="mt-2 text-bad text-sm">
          {describeError(mutation.error).message}
        </p>
      )}
    </SettingsSection>
  );
}
