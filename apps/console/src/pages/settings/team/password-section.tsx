import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { t } from "../../../language/messages.ts";
import { SettingsSection } from "../settings-section.tsx";
import { FieldRow, MutationForm } from "./mutation-form.tsx";
import { useChange } from "./use-change.ts";

const MIN_LENGTH = 12;

export function PasswordSection() {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const { onSuccess, ...change } = useChange()(
    t("Password changed. Your other sessions are signed out."),
  );
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
    <SettingsSection title={t("Password")}>
      <MutationForm error={mutation.error} onSubmit={() => mutation.mutate({ current, next })}>
        <FieldRow>
          <TextField
            label={t("Current password")}
            type="password"
            value={current}
            onText={setCurrent}
            required
            autoComplete="current-password"
            className="flex-1 basis-48"
          />
          <TextField
            label={t("New password, at least {count} characters", { count: MIN_LENGTH })}
            type="password"
            value={next}
            onText={setNext}
            required
            minLength={MIN_LENGTH}
            autoComplete="new-password"
            className="flex-1 basis-48"
          />
          <Button type="submit" disabled={mutation.isPending}>
            {t("Change")}
          </Button>
        </FieldRow>
      </MutationForm>
    </SettingsSection>
  );
}
