import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api, type Replies } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { Select } from "../../../components/select.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { language } from "../../../language/language.ts";
import { rich, t } from "../../../language/messages.ts";
import { SettingsSection } from "../settings-section.tsx";
import { FieldRow, MutationForm } from "../team/mutation-form.tsx";
import {
  EVENT_LABELS,
  EVENT_TYPES,
  type EventType,
  MAIL_OPTIONS,
  minuteOfDay,
  type PersonSettings,
  timeOfDay,
} from "./event-labels.ts";
import { useNotificationChange } from "./use-notification-change.ts";

type Reply = Replies["notification"]["settings"];

/** What this person is told, and how. */
export function NotificationsSection({ isLocal }: { isLocal: boolean }) {
  const query = useQuery(api.notification.settings.queryOptions());
  return (
    <div id="notifications">
      <SettingsSection title={t("E-mail")}>
        <QueryView query={query} what={t("your notification settings")} lines={6}>
          {(reply) => <PersonForm reply={reply} isLocal={isLocal} />}
        </QueryView>
      </SettingsSection>
    </div>
  );
}

const PLANS = [
  { value: "mine", label: t("My plans and reviews") },
  { value: "all", label: t("All plans") },
] as const;
const DEFAULT_QUIET = { from: 22 * 60, to: 7 * 60 };

function PersonForm({ reply, isLocal }: { reply: Reply; isLocal: boolean }) {
  const { mail } = reply;
  const [chosen, setChosen] = useState(() => withBrowserZone(reply));
  const set = (change: Partial<PersonSettings>) => setChosen({ ...chosen, ...change });
  const change = useNotificationChange();
  const mutation = useMutation(
    api.notification.saveSettings.mutationOptions(change(t("Notification settings saved."))),
  );
  return (
    <MutationForm
      label={t("Notification settings")}
      error={mutation.error}
      onSubmit={() =>
        mutation.mutate({ ...chosen, address: isLocal ? chosen.address || null : null })
      }
    >
      <div className="grid gap-5">
        <MailNote mail={mail} address={isLocal ? null : chosen.address} />
        {isLocal && (
          <TextField
            label={t("E-mail address")}
            type="email"
            maxLength={254}
            value={chosen.address ?? ""}
            onText={(address) => set({ address })}
          />
        )}
        <Choices choices={chosen.choices} onChange={(choices) => set({ choices })} />
        <FieldRow>
          {!isLocal && (
            <Labelled label={t("Tell me of")}>
              <Select
                label={t("Tell me of")}
                options={PLANS}
                chosen={chosen.plans}
                onChange={(plans) => set({ plans: plans ?? "mine" })}
              />
            </Labelled>
          )}
          <Labelled label={t("Daily digest at")}>
            <Select
              label={t("Daily digest at")}
              options={HOURS}
              chosen={String(chosen.digestHour)}
              onChange={(hour) => set({ digestHour: Number(hour) })}
            />
          </Labelled>
          <TextField
            label={t("Time zone")}
            required
            value={chosen.timeZone}
            onText={(timeZone) => set({ timeZone })}
            className="w-56"
          />
        </FieldRow>
        <QuietHours quiet={chosen.quietHours} onChange={(quietHours) => set({ quietHours })} />
        <div>
          <Button kind="primary" type="submit" disabled={mutation.isPending}>
            {t("Save notifications")}
          </Button>
        </div>
      </div>
    </MutationForm>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: timeOfDay(hour * 60),
}));

/** Who never chose a time zone most likely lives in that of the browser. */
function withBrowserZone({ settings, isStored }: Reply): PersonSettings {
  const { timeZone } = Intl.DateTimeFormat(language).resolvedOptions();
  return isStored ? settings : { ...settings, timeZone };
}

function MailNote({ mail, address }: { mail: Reply["mail"]; address: string | null }) {
  if (!mail.isConfigured) {
    return (
      <p className="text-soft">
        {rich("This server sends no e-mail yet: its operator sets {url} and {from}.", {
          url: <code className="font-mono text-sm">TROVELLA_SMTP_URL</code>,
          from: <code className="font-mono text-sm">TROVELLA_MAIL_FROM</code>,
        })}
      </p>
    );
  }
  if (!address && !mail.problem) return null;
  return (
    <div className="grid gap-1 text-soft">
      {address && <p>{rich("E-mail goes to {address}.", { address: <bdi>{address}</bdi> })}</p>}
      {mail.problem && (
        <p role="status" className="text-bad text-sm">
          {t("The last e-mail to you was not delivered: {problem}", { problem: mail.problem })}{" "}
          {mail.waiting > 0 && t("It is tried again for a day.")}
        </p>
      )}
    </div>
  );
}

interface ChoicesProps {
  readonly choices: PersonSettings["choices"];
  readonly onChange: (choices: PersonSettings["choices"]) => void;
}

function Choices({ choices, onChange }: ChoicesProps) {
  const set = (type: EventType, change: Partial<PersonSettings["choices"][EventType]>) =>
    onChange({ ...choices, [type]: { ...choices[type], ...change } });
  return (
    <table className="w-full text-sm max-sm:table-fixed">
      <caption className="sr-only">{t("What you are told, and how")}</caption>
      <thead>
        <tr className="text-left text-soft">
          <th className="py-1 pr-3 font-medium">{t("When")}</th>
          <th className="py-1 pr-3 font-medium">{t("E-mail")}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {EVENT_TYPES.map((type) => (
          <tr key={type}>
            <th scope="row" className="py-2 pr-3 text-left font-normal">
              {EVENT_LABELS[type]}
            </th>
            <td className="py-2 pr-3">
              <Select
                label={t("E-mail when: {event}", { event: EVENT_LABELS[type] })}
                options={MAIL_OPTIONS}
                chosen={choices[type].email}
                onChange={(email) => set(type, { email: email ?? "off" })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface QuietHoursProps {
  readonly quiet: PersonSettings["quietHours"];
  readonly onChange: (quiet: PersonSettings["quietHours"]) => void;
}

function QuietHours({ quiet, onChange }: QuietHoursProps) {
  const set = (end: "from" | "to") => (time: string) => {
    const minute = minuteOfDay(time);
    if (quiet && minute !== null) onChange({ ...quiet, [end]: minute });
  };
  return (
    <fieldset>
      <legend className="sr-only">{t("Quiet hours")}</legend>
      <label className="flex min-h-8 items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={quiet !== null}
          onChange={({ target }) => onChange(target.checked ? DEFAULT_QUIET : null)}
          className="size-4 accent-accent"
        />
        {t("Quiet hours: e-mail waits until they end")}
      </label>
      {quiet && (
        <FieldRow>
          <TextField
            label={t("From")}
            type="time"
            required
            value={timeOfDay(quiet.from)}
            onText={set("from")}
          />
          <TextField
            label={t("Until")}
            type="time"
            required
            value={timeOfDay(quiet.to)}
            onText={set("to")}
          />
        </FieldRow>
      )}
    </fieldset>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <span aria-hidden="true" className="font-medium text-sm">
        {label}
      </span>
      {children}
    </div>
  );
}
