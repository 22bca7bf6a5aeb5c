import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { ShownOnce } from "../../../components/shown-once.tsx";
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
    notification.changeWebhook.mutationOptions(change("Webhook changed.")),
  );
  const testing = useMutation(notification.testWebhook.mutationOptions(change(null)));
  const rotating = useMutation(
    notification.rotateSecret.mutationOptions(change("Secret rotated.")),
  );
  const removing = useMutation(
    notification.removeWebhook.mutationOptions(change("Webhook deleted.")),
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
          aria-label={`Send a test to ${name}`}
        >
          {testing.isPending ? "Sending…" : "Send a test"}
        </Button>
        <Button
          onClick={() => changing.mutate({ webhookId, isEnabled: !isEnabled })}
          disabled={changing.isPending}
          aria-label={`${isEnabled ? "Disable" : "Enable"} ${name}`}
        >
          {isEnabled ? "Disable" : "Enable"}
        </Button>
        <Button aria-expanded={shown === "events"} onClick={() => toggle("events")}>
          Events
        </Button>
        <Button aria-expanded={shown === "log"} onClick={() => toggle("log")}>
          Delivery log
        </Button>
        <ConfirmedChange
          action="Rotate secret"
          what={`of ${name}`}
          title="Rotate the secret?"
          mutation={rotating}
          onConfirm={() => rotating.mutate({ webhookId })}
        >
          Requests to <bdi>{name}</bdi> are signed with both secrets for a day, then with the new
          one alone.
        </ConfirmedChange>
        <ConfirmedChange
          action="Delete"
          what={`the webhook ${name}`}
          title="Delete this webhook?"
          mutation={removing}
          onConfirm={() => removing.mutate({ webhookId })}
        >
          <bdi>{name}</bdi> and its log are deleted, and what waits for it is not sent.
        </ConfirmedChange>
      </div>
      <TestResult result={testing.data} />
      <Failure error={testing.error ?? changing.error} />
      {rotating.data && (
        <ShownOnce
          title={`New secret of ${name}`}
          secret={rotating.data.secret}
          what="the secret"
          onDone={rotating.reset}
        >
          It is shown only once. The old one is valid until{" "}
          <Day at={rotating.data.oldSecretUntil} />.
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
  failing: "disabled by the server after failing for days",
  gone: "disabled by the server: the target says it is gone",
};

function About({ webhook }: { webhook: Webhook }) {
  const { format, events, isEnabled, disabledBecause, failingSince, waiting, givenUp } = webhook;
  const isBad = disabledBecause !== null || failingSince !== null;
  const state = isEnabled ? "Enabled" : "Disabled";
  return (
    <p className="text-soft text-sm">
      <span className={isBad ? "font-medium text-bad" : isEnabled ? "text-good" : ""}>
        {disabledBecause ? capitalized(REASONS[disabledBecause] ?? "disabled") : state}
        {isEnabled && failingSince && (
          <>
            , failing since <RelativeTime at={failingSince} />
          </>
        )}
      </span>
      ; {formatLabel(format)}; {events.map((type) => EVENT_LABELS[type].toLowerCase()).join(", ")}
      {waiting > 0 && `; ${waiting} waiting`}
      {givenUp > 0 && `; ${givenUp} given up`}
    </p>
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
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
        ? `The test failed after ${durationMs} ms: ${problem}`
        : `The test was delivered: ${httpStatus} in ${durationMs} ms.`}
    </p>
  );
}
