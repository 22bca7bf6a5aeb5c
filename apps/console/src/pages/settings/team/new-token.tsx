import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Team } from "../../../api/account.ts";
import { api } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { ShownOnce } from "../../../components/shown-once.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { Day, Failure } from "./parts.tsx";
import { useChange } from "./use-change.ts";

type Scope = Team["scopes"][number];

const MEANINGS: Readonly<Record<Scope, string>> = {
  read: "Read: plans, findings, reports",
  write: "Write: do research",
  review: "Review: decide where a person is asked",
  admin: "Admin: tokens, and as far as your role goes, people",
};
const USUAL: readonly Scope[] = ["read", "write"];
const DAYS = { shortest: 1, longest: 366, usual: 90 };
const LONGEST_NAME = 100;

/** Offers no more than the person has. The token itself is shown once and kept by nobody here. */
export function NewToken({ team }: { team: Team }) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState(() => team.scopes.filter((scope) => USUAL.includes(scope)));
  const [days, setDays] = useState(String(DAYS.usual));
  const change = useChange();
  const mutation = useMutation(api.token.create.mutationOptions(change("The token is made.")));
  const { data, error, isPending, reset } = mutation;
  if (data) {
    return (
      <ShownOnce
        title="The new token"
        secret={data.token}
        what="the token"
        onDone={() => {
          reset();
          setName("");
        }}
      >
        It is shown this once. Keep it as you keep passwords; it lasts until{" "}
        <Day at={data.expiresAt} />.
      </ShownOnce>
    );
  }
  return (
    <form
      aria-label="New token"
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        mutation.mutate({ name, scopes: [...scopes], expiresInDays: Number(days) });
      }}
    >
      <div className="flex flex-wrap gap-3">
        <TextField
          label="Name of the new token"
          value={name}
          onText={setName}
          required
          maxLength={LONGEST_NAME}
          autoComplete="off"
          className="flex-1 basis-56"
        />
        <TextField
          label="Days until it ends"
          type="number"
          min={DAYS.shortest}
          max={DAYS.longest}
          required
          value={days}
          onText={setDays}
          className="w-36"
        />
      </div>
      <ScopeChoice offered={team.scopes} chosen={scopes} onChange={setScopes} />
      <div>
        <Button kind="primary" type="submit" disabled={isPending || scopes.length === 0}>
          Make a token
        </Button>
      </div>
      <Failure error={error} />
    </form>
  );
}

function ScopeChoice({
  offered,
  chosen,
  onChange,
}: {
  offered: readonly Scope[];
  chosen: readonly Scope[];
  onChange: (scopes: Scope[]) => void;
}) {
  return (
    <fieldset>
      <legend className="font-medium text-sm">What it may be used for</legend>
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
