import type { Tenant } from "@trovella/db";
import type { ChangeFeed } from "@trovella/db/changes";

const PING_MS = 10_000;
/** Each stream takes a socket and memory. */
const MAX_STREAMS = 500;
/** A client that leaves so many messages unread is disconnected. */
const MAX_UNREAD_MESSAGES = 100;

interface Stream {
  send(text: string): void;
  end(): void;
}

/** Open server-sent event streams, each notified of changes in its own organization. */
export class EventStreams {
  private readonly open = new Set<Stream>();
  private readonly changes: Pick<ChangeFeed, "subscribe">;
  private isClosed = false;

  constructor(changes: Pick<ChangeFeed, "subscribe">) {
    this.changes = changes;
  }

  get count(): number {
    return this.open.size;
  }

  /**
   * Null at the limit and during shutdown. A stream outlives the authentication of its request, so authorization is
   * checked again before every ping.
   */
  add(
    { organizationId }: Tenant,
    isStillAuthorized: () => Promise<boolean>,
  ): ReadableStream<Uint8Array> | null {
    if (this.isClosed || this.open.size >= MAX_STREAMS) return null;
    const encoder = new TextEncoder();
    let stop = () => undefined as unknown;
    return new ReadableStream(
      {
        start: (controller) => {
          const stream: Stream = {
            send: (text) => {
              if (!this.open.has(stream)) return;
              if ((controller.desiredSize ?? 0) <= 0) stream.end();
              else controller.enqueue(encoder.encode(text));
            },
            end: () => {
              if (stop()) controller.close();
            },
          };
          // Subscribes before the first ping: whatever the client fetches after that misses no change.
          const unsubscribe = this.changes.subscribe(organizationId, (topics) =>
            stream.send(topics.map((topic) => `event: ${topic}\ndata: {}\n\n`).join("")),
          );
          const ping = setInterval(pingIfAllowed(stream, isStillAuthorized), PING_MS);
          stop = () => {
            clearInterval(ping);
            unsubscribe();
            return this.open.delete(stream);
          };
          this.open.add(stream);
          stream.send(PING);
        },
        cancel: () => void stop(),
      },
      { highWaterMark: MAX_UNREAD_MESSAGES },
    );
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

const PING = "event: ping\ndata: {}\n\n";
