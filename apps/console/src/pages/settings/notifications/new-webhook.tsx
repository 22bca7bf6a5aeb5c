import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { Select } from "../../../components/select.tsx";
import { ShownOnce } from "../../../components/shown-once.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { t } from "../../../language/messages.ts";
import { FieldRow, MutationForm, NameField } from "../team/mutation-form.tsx";
import { EventChoice } from "./event-choice.tsx";
import { EVENT_TYPES, type EventType, FORMAT_OPTIONS, type Format } from "./event-labels.ts";
import { useNotificationChange } from "./use-notification-change.ts";

/** The secret is shown once. */
export function NewWebhook({ allowsPrivate }: { allowsPrivate: boolean }) {
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const [format, setFormat] = useState<Format>("json");
  const [events, setEvents] = useState<EventType[]>(EVENT_TYPES);
  const change = useNotificationChange();
  const mutation = useMutation(
    api.notification.createWebhook.mutationOptions(change(t("Webhook created."))),
  );
  const { data, error, isPending, reset } = mutation;
  if (data) {
    return (
      <ShownOnce
        title={t("Secret of the new webhook")}
        secret={data.secret}
        what={t("the secret")}
        onDone={() => {
          reset();
          setName("");
          setUrl("");
        }}
      >
        {t(
          "It is shown only once. The receiver verifies signatures with it; chat services do not need it.",
        )}
      </ShownOnce>
    );
  }
  return (
    <MutationForm
      label={t("New webhook")}
      error={error}
      onSubmit={() => mutation.mutate({ name, url, format, events })}
    >
      <FieldRow>
        <NameField label={t("Name of the new webhook")} value={name} onText={setName} />
        <div className="grid gap-1">
          <span aria-hidden="true" className="font-medium text-sm">
            {t("Format")}
          </span>
          <Select
            label={t("Format")}
            options={FORMAT_OPTIONS}
            chosen={format}
            onChange={(chosen) => setFormat(chosen ?? "json")}
          />
        </div>
      </FieldRow>
      <TextField
        label="URL"
        hint={
          allowsPrivate
            ? t("Where requests are sent.")
            : t("An https URL of a public host, on the usual port.")
        }
        type="url"
        required
        maxLength={2000}
        autoComplete="off"
        value={url}
        onText={setUrl}
        className="mt-3"
      />
      <EventChoice chosen={events} onChange={setEvents} />
      <Button kind="primary" type="submit" disabled={isPending || events.length === 0}>
        {t("Create webhook")}
      </Button>
    </MutationForm>
  );
}
