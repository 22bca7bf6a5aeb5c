import { setTimeout as sleep } from "node:timers/promises";

/** Reads the event stream and reconnects whenever it ends, as the console does. */
export class EventReader {
  connections = 0;
  events = 0;
  private readonly ending = new AbortController();
  private readonly done: Promise<void>;

  constructor(url: string, token: string) {
    this.done = this.watch(`${url}/api/events`, token);
  }

  /** Resolves when another event arrives, from any server. */
  async nextEvent(): Promise<void> {
    const before = this.events;
    for (let attempts = 0; this.events === before; attempts += 1) {
      if (attempts === 600) throw new Error("No event arrived.");
      await sleep(50);
    }
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.done;
  }

  private async watch(url: string, token: string): Promise<void> {
    const { signal } = this.ending;
    const headers = { Authorization: `Bearer ${token}` };
    while (!signal.aborted) {
      try {
        const response = await fetch(url, { headers, signal });
        if (response.ok) await this.read(response);
        else await response.body?.cancel();
      } catch {
        // The server is down, or the reader was closed.
      }
      await sleep(100);
    }
  }

  private async read({ body }: Response): Promise<void> {
    this.connections += 1;
    const decoder = new TextDecoder();
    for await (const chunk of body ?? []) {
      const found = decoder.decode(chunk, { stream: true }).match(/^event: (?!ping)/gm);
      this.events += found?.length ?? 0;
    }
  }
}
