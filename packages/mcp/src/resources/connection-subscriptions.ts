import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
} from "@modelcontextprotocol/server";
import type { Caller } from "@trovella/research";
import { requestedUris } from "./listen-request.ts";
import type { PlanSubscription, PlanSubscriptions } from "./plan-subscriptions.ts";

interface ConnectionSubscriptionsParts {
  readonly subscriptions: PlanSubscriptions;
  readonly caller: Caller;
  /** Notifies the client, whose SDK passes on what it subscribed to. */
  readonly onUpdated: (uri: string) => void;
  readonly onProblem: (error: unknown) => void;
}

type Subscriber = string | number;

/** Of clients of the 2025 revisions, which subscribe to one resource at a time. */
const SINGLE: Subscriber = "resources/subscribe";
const MAX_LISTENING = 100;

/** The subscriptions of one stdio connection. */
export class ConnectionSubscriptions {
  private readonly parts: ConnectionSubscriptionsParts;
  private readonly uris = new Map<Subscriber, Set<string>>();
  private opened: PlanSubscription | undefined;

  constructor(parts: ConnectionSubscriptionsParts) {
    this.parts = parts;
  }

  /** False for a URI that names no plan. */
  async subscribe(uri: string): Promise<boolean> {
    const isKnown = await this.plans.add(uri);
    if (isKnown) this.uris.set(SINGLE, new Set([...(this.uris.get(SINGLE) ?? []), uri]));
    return isKnown;
  }

  unsubscribe(uri: string): void {
    this.uris.get(SINGLE)?.delete(uri);
    this.removeUnwanted([uri]);
  }

  /** The SDK serves `subscriptions/listen` and its end itself; this only notes what they are about. */
  observe(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message) && message.method === "subscriptions/listen") {
      this.listen(message.id, requestedUris(message));
    }
    if (isJSONRPCNotification(message) && message.method === "notifications/cancelled") {
      const { requestId } = (message.params ?? {}) as { requestId?: Subscriber };
      const ended = requestId === undefined ? undefined : this.uris.get(requestId);
      if (requestId === undefined || !ended) return;
      this.uris.delete(requestId);
      this.removeUnwanted([...ended]);
    }
  }

  close(): void {
    this.opened?.close();
    this.opened = undefined;
    this.uris.clear();
  }

  private get plans(): PlanSubscription {
    const { subscriptions, caller, onUpdated } = this.parts;
    this.opened ??= subscriptions.open(caller, onUpdated);
    return this.opened;
  }

  private listen(subscriber: Subscriber, uris: readonly string[]): void {
    if (uris.length === 0 || this.uris.size >= MAX_LISTENING) return;
    this.uris.set(subscriber, new Set(uris));
    for (const uri of uris) this.plans.add(uri).catch(this.parts.onProblem);
  }

  private removeUnwanted(uris: readonly string[]): void {
    const wanted = new Set([...this.uris.values()].flatMap((some) => [...some]));
    for (const uri of uris) if (!wanted.has(uri)) this.opened?.remove(uri);
  }
}
