import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { SettingsSection } from "../settings-section.tsx";
import { Failure } from "./parts.tsx";
import { useChange } from "./use-change.ts";

const SHORTEST = 12;

export function PasswordSection() {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const { onSuccess, ...change } = useChange()("Your password is changed; other sessions ended.");
  const mutation = useMutation(
    api.account.changePassword.mutationOptions({
      ...change,
      onSuccess: () => {
        setCurrent("");
        setNext("");
        onSuccess();
      },
    }),
  );
  return (
    <SettingsSection title="Password">
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          mutation.mutate({ current, next });
        }}
      >
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label="Current password"
            type="password"
            value={current}
            onText={setCurrent}
            required
            autoComplete="current-password"
            className="flex-1 basis-48"
          />
          <TextField
            label={`New password, at least ${SHORTEST} characters`}
            type="password"
            value={next}
            onText={setNext}
            required
            minLength={SHORTEST}
            autoComplete="new-password"
            className="flex-1 basis-48"
          />
          <Button type="submit" disabled={mutation.isPending}>
            Change
          </Button>
        </div>
        <Failure error={mutation.error} />
      </form>
    </SettingsSection>
  );
}
