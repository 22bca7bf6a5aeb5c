import type { ServerEventBus } from "@modelcontextprotocol/server";
import { AppError } from "@trovella/foundation";
import type { Caller } from "@trovella/research";
import { HttpRefusal, REFUSED, tooManyRequests } from "../http/http-refusal.ts";
import { requestedUris } from "./listen-request.ts";
import type { PlanSubscription, PlanSubscriptions } from "./plan-subscriptions.ts";

type Listener = Parameters<ServerEventBus["subscribe"]>[0];

/** The events of one `subscriptions/listen` request over HTTP. */
export interface SubscriptionBus extends ServerEventBus {
  close(): void;
}

interface HttpBusParts {
  readonly caller: Caller | undefined;
  readonly body: unknown;
  readonly onProblem: (error: unknown) => void;
}

/** A bus of the caller's own, since handles of plans are unique within an organization only. */
export function httpBus(
  subscriptions: PlanSubscriptions,
  { caller, body, onProblem }: HttpBusParts,
): SubscriptionBus {
  const listeners = new Set<Listener>();
  const publish = (uri: string) => {
    for (const listener of listeners) listener({ kind: "resource_updated", uri });
  };
  const subscription = open(subscriptions, caller, publish);
  return {
    publish: () => undefined,
    subscribe(listener) {
      listeners.add(listener);
      for (const uri of requestedUris(body)) subscription.add(uri).catch(onProblem);
      return () => void listeners.delete(listener);
    },
    close: () => subscription.close(),
  };
}

function open(
  subscriptions: PlanSubscriptions,
  caller: Caller | undefined,
  onUpdated: (uri: string) => void,
): PlanSubscription {
  if (!caller?.permissions.has("read")) {
    throw new HttpRefusal({ status: 403, code: REFUSED, message: "You may not read here." });
  }
  try {
    return subscriptions.open(caller, onUpdated);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw tooManyRequests(error.message, Number(error.details.retryAfterSeconds));
  }
}
