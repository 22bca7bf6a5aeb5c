import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Team } from "../../../api/account.ts";
import { api } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { ShownOnce } from "../../../components/shown-once.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { rich, t } from "../../../language/messages.ts";
import { FieldRow, MutationForm, NameField } from "./mutation-form.tsx";
import { Day } from "./rows.tsx";
import { useChange } from "./use-change.ts";

type Scope = Team["scopes"][number];

const MEANINGS: Readonly<Record<Scope, string>> = {
  read: t("Read: plans, findings, reports"),
  write: t("Write: do research"),
  review: t("Review: decide reviews"),
  admin: t("Admin: list and revoke tokens"),
};
const DEFAULT_SCOPES: readonly Scope[] = ["read", "write"];
const LIFETIME_DAYS = { min: 1, max: 366, default: 90 };

/** Offers only scopes the user has. The server stores a hash, so the token is shown once. */
export function NewToken({ team }: { team: Team }) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState(() =>
    team.scopes.filter((scope) => DEFAULT_SCOPES.includes(scope)),
  );
  const [days, setDays] = useState(String(LIFETIME_DAYS.default));
  const change = useChange();
  const mutation = useMutation(api.token.create.mutationOptions(change(t("Token created."))));
  const { data, error, isPending, reset } = mutation;
  if (data) {
    return (
      <ShownOnce
        title={t("New token")}
        secret={data.token}
        what={t("the token")}
        onDone={() => {
          reset();
          setName("");
        }}
      >
        {rich("It is shown only once. Keep it like a password; it expires on {day}.", {
          day: <Day at={data.expiresAt} />,
        })}
      </ShownOnce>
    );
  }
  return (
    <MutationForm
      label={t("New token")}
      error={error}
      onSubmit={() => mutation.mutate({ name, scopes: [...scopes], expiresInDays: Number(days) })}
    >
      <FieldRow>
        <NameField label={t("Name of the new token")} value={name} onText={setName} />
        <TextField
          label={t("Expires in (days)")}
          type="number"
          min={LIFETIME_DAYS.min}
          max={LIFETIME_DAYS.max}
          required
          value={days}
          onText={setDays}
          className="w-36"
        />
      </FieldRow>
      <ScopeChoice offered={team.scopes} chosen={scopes} onChange={setScopes} />
      <Button kind="primary" type="submit" disabled={isPending || scopes.length === 0}>
        {t("Create token")}
      </Button>
    </MutationForm>
  );
}

interface ScopeChoiceProps {
  readonly offered: readonly Scope[];
  readonly chosen: readonly Scope[];
  readonly onChange: (scopes: Scope[]) => void;
}

function ScopeChoice({ offered, chosen, onChange }: ScopeChoiceProps) {
  return (
    <fieldset className="my-3">
      <legend className="font-medium text-sm">{t("Scopes")}</legend>
      <div className="mt-1 grid gap-x-6 sm:grid-cols-2">
        {offered.map((scope) => (
          <label key={scope} className="flex min-h-8 items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={chosen.includes(scope)}
              onChange={({ target }) =>
                onChange(
                  offered.filter((each) =>
                    each === scope ? target.checked : chosen.includes(each),
                  ),
                )
              }
              className="size-4 shrink-0 accent-accent"
            />
            {MEANINGS[scope]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
