import type { ChangeFeed } from "@trovella/db/changes";
import { AppError } from "@trovella/foundation";
import type { Caller } from "@trovella/research";

const PING_MS = 10_000;
/** Each stream takes a socket and memory. */
const MAX_STREAMS = 500;
const RETRY_SECONDS = 30;
/** A client that leaves so many messages unread is disconnected. */
const MAX_UNREAD_MESSAGES = 100;

/** How many streams one person and one organization may have open. */
export interface StreamShares {
  readonly perPerson: number;
  readonly perOrganization: number;
}

export const TEAM_SHARES: StreamShares = { perPerson: 20, perOrganization: 100 };
/** One person is alone in local mode. */
const ALL: StreamShares = { perPerson: MAX_STREAMS, perOrganization: MAX_STREAMS };

type StreamOwner = Pick<Caller, "tenant" | "userId">;

interface Stream {
  readonly owner: StreamOwner;
  send(text: string): void;
  end(): void;
}

/** Open server-sent event streams, each notified of changes in its own organization. */
export class EventStreams {
  private readonly open = new Set<Stream>();
  private readonly changes: Pick<ChangeFeed, "ready" | "subscribe">;
  private readonly shares: StreamShares;
  private isClosed = false;

  constructor(changes: Pick<ChangeFeed, "ready" | "subscribe">, shares = ALL) {
    this.changes = changes;
    this.shares = shares;
  }

  get count(): number {
    return this.open.size;
  }

  /**
   * Null at the limit and during shutdown; throws when the share of the person or the organization is used up. A stream
   * outlives the authentication of its request, so authorization is checked again before every ping.
   */
  add(
    owner: StreamOwner,
    isStillAuthorized: () => Promise<boolean>,
  ): ReadableStream<Uint8Array> | null {
    if (this.isClosed || this.open.size >= MAX_STREAMS) return null;
    this.checkShare(owner);
    const { organizationId } = owner.tenant;
    const encoder = new TextEncoder();
    let stop = () => undefined as unknown;
    return new ReadableStream(
      {
        start: async (controller) => {
          const stream: Stream = {
            owner,
            send: (text) => {
              if (!this.open.has(stream)) return;
              if ((controller.desiredSize ?? 0) <= 0) stream.end();
              else controller.enqueue(encoder.encode(text));
            },
            end: () => {
              if (stop()) controller.close();
            },
          };
          let unsubscribe = () => undefined as unknown;
          stop = () => {
            clearInterval(ping);
            unsubscribe();
            return this.open.delete(stream);
          };
          this.open.add(stream);
          const ping = setInterval(pingIfAllowed(stream, isStillAuthorized), PING_MS);
          const listening = this.changes.ready();
          if (listening) await listening;
          if (!this.open.has(stream)) return;
          // Subscribes before the first ping: whatever the client fetches after that misses no change.
          unsubscribe = this.changes.subscribe(organizationId, (topics) =>
            stream.send(topics.map((topic) => `event: ${topic}\ndata: {}\n\n`).join("")),
          );
          stream.send(PING);
        },
        cancel: () => void stop(),
      },
      { highWaterMark: MAX_UNREAD_MESSAGES },
    );
  }

  private checkShare({ tenant, userId }: StreamOwner): void {
    const owners = [...this.open].map(({ owner }) => owner);
    const ofOrganization = owners.filter(
      (owner) => owner.tenant.organizationId === tenant.organizationId,
    );
    const ofPerson = ofOrganization.filter((owner) => owner.userId === userId);
    if (ofPerson.length >= this.shares.perPerson) throw tooMany("You have");
    if (ofOrganization.length >= this.shares.perOrganization)
      throw tooMany("Your organization has");
  }

  /** Ends all streams for shutdown; the pages reconnect. */
  close(): void {
    this.isClosed = true;
    for (const stream of [...this.open]) stream.end();
  }
}

function pingIfAllowed(stream: Stream, isStillAuthorized: () => Promise<boolean>): () => void {
  let isChecking = false;
  return async () => {
    if (isChecking) return;
    isChecking = true;
    // Fails closed; the page reconnects when the check works again.
    const isAllowed = await isStillAuthorized().catch(() => false);
    isChecking = false;
    if (isAllowed) stream.send(PING);
    else stream.end();
  };
}

function tooMany(whose: string): AppError {
  return new AppError(
    "RATE_LIMITED",
    `${whose} too many live connections. Next: close some tabs; this page tries again in ${RETRY_SECONDS} s.`,
    { retryAfterSeconds: RETRY_SECONDS },
  );
}

const PING = "event: ping\ndata: {}\n\n";
