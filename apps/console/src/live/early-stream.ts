export const EVENTS_URL = "/api/events";
/** The first request of the page waits no longer than this for the stream. */
const MAX_WAIT_MS = 60;

let stream: EventSource | null = null;
let isAhead: Promise<boolean> = Promise.resolve(false);

/** Opens the event stream before the app is loaded: what the app then asks for misses no change, and need not be asked for twice. */
export function openEarlyStream(): void {
  const source = new EventSource(EVENTS_URL);
  stream = source;
  isAhead = new Promise((resolve) => {
    // The server sends it once it listens.
    source.addEventListener("ping", () => resolve(true), { once: true });
    source.addEventListener("error", () => resolve(false), { once: true });
  });
}

/** Waits a moment for the stream; whether it was there before the first request. */
export function hasEarlyStream(): Promise<boolean> {
  if (stream && !isAsked) {
    isAsked = true;
    isAhead = Promise.race([isAhead, waited()]);
  }
  return isAhead;
}

let isAsked = false;

/** The stream, once: later connections open a new one. */
export function takeEarlyStream(): EventSource | null {
  const taken = stream;
  stream = null;
  return taken;
}

function waited(): Promise<boolean> {
  return new Promise((resolve) => setTimeout(() => resolve(false), MAX_WAIT_MS));
}
