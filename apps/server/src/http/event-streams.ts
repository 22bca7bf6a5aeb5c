import type { Tenant } from "@trovella/db";
import type { ChangeFeed, ChangeTopic } from "@trovella/db/changes";

const PING_MS = 10_000;
/** More than any team has windows open; each takes a socket and a place in memory. */
const MOST_STREAMS = 500;
/** A reader that takes nothing for so many messages is gone, or as good as gone. */
const MOST_UNREAD = 100;

interface Stream {
  send(text: string): void;
  end(): void;
}

/** The open connections of those who watch, each told what changes in its own organization. */
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
   * Null when there are too many already, or the server is about to stop. A stream outlives the request that opened it,
   * so it asks before every ping whether its reader may still read, and ends when not.
   */
  add(
    { organizationId }: Tenant,
    mayStillRead: () => Promise<boolean>,
  ): ReadableStream<Uint8Array> | null {
    if (this.isClosed || this.open.size >= MOST_STREAMS) return null;
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
          // It is told of changes before it knows that it is connected: what it then reads misses none.
          const unsubscribe = this.changes.subscribe(organizationId, (topics) =>
            stream.send(topics.map(message).join("")),
          );
          const ping = setInterval(pingIfAllowed(stream, mayStillRead), PING_MS);
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
      { highWaterMark: MOST_UNREAD },
    );
  }

  /** Ends all of them, so that the server can stop; the pages come back when it does. */
  close(): void {
    this.isClosed = true;
    for (const stream of [...this.open]) stream.end();
  }
}

function pingIfAllowed(stream: Stream, mayStillRead: () => Promise<boolean>): () => void {
  let isAsking = false;
  return async () => {
    if (isAsking) return;
    isAsking = true;
    // Who cannot be asked about is not let in either; the page comes back when the server can tell.
    const isAllowed = await mayStillRead().catch(() => false);
    isAsking = false;
    if (isAllowed) stream.send(PING);
    else stream.end();
  };
}

const PING = "event: ping\ndata: {}\n\n";

function message(topic: ChangeTopic): string {
  return `event: ${topic}\ndata: {}\n\n`;
}
