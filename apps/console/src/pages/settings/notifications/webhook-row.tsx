import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { ShownOnce } from "../../../components/shown-once.tsx";
import { withinSentence } from "../../../format/capitalize.ts";
import { rich, t } from "../../../language/messages.ts";
import { ConfirmedChange, Day, Failure } from "../team/rows.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { EventChoice } from "./event-choice.tsx";
import { EVENT_LABELS, formatLabel, type Webhook } from "./event-labels.ts";
import { useNotificationChange } from "./use-notification-change.ts";

export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id: webhookId, name, isEnabled } = webhook;
  const [shown, setShown] = useState<"log" | "events" | null>(null);
  const toggle = (what: "log" | "events") => setShown(shown === what ? null : what);
  const change = useNotificationChange();
  const { notification } = api;
  const changing = useMutation(
    notification.changeWebhook.mutationOptions(change(t("Webhook changed."))),
  );
  const testing = useMutation(notification.testWebhook.mutationOptions(change(null)));
  const rotating = useMutation(
    notification.rotateSecret.mutationOptions(change(t("Secret rotated."))),
  );
  const removing = useMutation(
    notification.removeWebhook.mutationOptions(change(t("Webhook deleted."))),
  );
  return (
    <li className="grid gap-3 py-4 first:pt-0 last:pb-0">
      <div className="[overflow-wrap:anywhere]">
        <p className="font-medium">
          <bdi>{name}</bdi>{" "}
          <code className="font-mono font-normal text-soft text-sm">{webhook.shownUrl}</code>
        </p>
        <About webhook={webhook} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          onClick={() => testing.mutate({ webhookId })}
          disabled={testing.isPending}
          aria-label={t("Send a test to {name}", { name })}
        >
          {testing.isPending ? t("Sending…") : t("Send a test")}
        </Button>
        <Button
          onClick={() => changing.mutate({ webhookId, isEnabled: !isEnabled })}
          disabled={changing.isPending}
          aria-label={t("{action} {what}", {
            action: isEnabled ? t("Disable") : t("Enable"),
            what: name,
          })}
        >
          {isEnabled ? t("Disable") : t("Enable")}
        </Button>
        <Button aria-expanded={shown === "events"} onClick={() => toggle("events")}>
          {t("Events")}
        </Button>
        <Button aria-expanded={shown === "log"} onClick={() => toggle("log")}>
          {t("Delivery log")}
        </Button>
        <ConfirmedChange
          action={t("Rotate secret")}
          what={t("of {name}", { name })}
          title={t("Rotate the secret?")}
          mutation={rotating}
          onConfirm={() => rotating.mutate({ webhookId })}
        >
          {rich(
            "Requests to {name} are signed with both secrets for a day, then with the new one alone.",
            { name: <bdi>{name}</bdi> },
          )}
        </ConfirmedChange>
        <ConfirmedChange
          action={t("Delete")}
          what={t("the webhook {name}", { name })}
          title={t("Delete this webhook?")}
          mutation={removing}
          onConfirm={() => removing.mutate({ webhookId })}
        >
          {rich("{name} and its log are deleted, and what waits for it is not sent.", {
            name: <bdi>{name}</bdi>,
          })}
        </ConfirmedChange>
      </div>
      <TestResult result={testing.data} />
      <Failure error={testing.error ?? changing.error} />
      {rotating.data && (
        <ShownOnce
          title={t("New secret of {name}", { name })}
          secret={rotating.data.secret}
          what={t("the secret")}
          onDone={rotating.reset}
        >
          {rich("It is shown only once. The old one is valid until {day}.", {
            day: <Day at={rotating.data.oldSecretUntil} />,
          })}
        </ShownOnce>
      )}
      {shown === "events" && (
        <EventChoice
          chosen={webhook.events}
          onChange={(events) => {
            if (events.length > 0) changing.mutate({ webhookId, events });
          }}
        />
      )}
      {shown === "log" && <DeliveryLog webhookId={webhookId} name={name} />}
    </li>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  failing: t("Disabled by the server after failing for days"),
  gone: t("Disabled by the server: the target says it is gone"),
};

function About({ webhook }: { webhook: Webhook }) {
  const { format, events, isEnabled, disabledBecause, failingSince, waiting, givenUp } = webhook;
  const isBad = disabledBecause !== null || failingSince !== null;
  const state = isEnabled ? t("Enabled") : t("Disabled");
  return (
    <p className="text-soft text-sm">
      <span className={isBad ? "font-medium text-bad" : isEnabled ? "text-good" : ""}>
        {disabledBecause ? (REASONS[disabledBecause] ?? t("Disabled")) : state}
        {isEnabled && failingSince && (
          <>, {rich("failing since {when}", { when: <RelativeTime at={failingSince} /> })}</>
        )}
      </span>
      ; {formatLabel(format)}; {events.map((type) => withinSentence(EVENT_LABELS[type])).join(", ")}
      {waiting > 0 && `; ${t("{count} waiting", { count: waiting })}`}
      {givenUp > 0 && `; ${t("{count} given up", { count: givenUp })}`}
    </p>
  );
}

interface TestResultProps {
  readonly result:
    | { httpStatus: number | null; problem: string | null; durationMs: number }
    | undefined;
}

function TestResult({ result }: TestResultProps) {
  if (!result) return null;
  const { problem, httpStatus, durationMs } = result;
  return (
    <p role="status" className={`text-sm ${problem ? "text-bad" : "text-good"}`}>
      {problem
        ? t("The test failed after {duration} ms: {problem}", { duration: durationMs, problem })
        : t("The test was delivered: {status} in {duration} ms.", {
            status: String(httpStatus),
            duration: durationMs,
          })}
    </p>
  );
}
