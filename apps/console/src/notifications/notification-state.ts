import { localStore } from "../api/browser-storage.ts";
import { createStore } from "../components/create-store.ts";

const KEY = "trovella-notifications";
const WORKER = "/notifications/worker.js";
/** The folder of the worker: it controls no page. */
const SCOPE = "/notifications/";

/**
 * unsupported: this browser or an insecure connection offers none. denied: the user or a policy blocked them.
 * on and off: the user's choice in this browser.
 */
export type NotificationState = "unsupported" | "denied" | "on" | "off";

const store = createStore<NotificationState>("off");
if (typeof window !== "undefined") store.set(currentState());

export const useNotificationState = store.useValue;

/** Asks the browser for permission if needed; must be called by a click. */
export async function turnOnNotifications(): Promise<void> {
  if (currentState() === "unsupported") return;
  const permission = await Notification.requestPermission();
  if (permission === "granted") {
    localStore.set(KEY, "on");
    await navigator.serviceWorker.register(WORKER, { scope: SCOPE, updateViaCache: "none" });
  }
  store.set(currentState());
}

export async function turnOffNotifications(): Promise<void> {
  localStore.remove(KEY);
  store.set(currentState());
  const registration = await navigator.serviceWorker?.getRegistration(SCOPE);
  await registration?.unregister();
}

type WorkerMessage =
  | {
      readonly type: "review-waits";
      readonly reviewId: string;
      readonly title: string;
      readonly planName: string;
    }
  | { readonly type: "review-over"; readonly reviewId: string };

/** Hands a message to the worker, which decides whether to show anything. */
export async function tellWorker(message: WorkerMessage): Promise<void> {
  if (currentState() !== "on") return;
  const registration = await navigator.serviceWorker.register(WORKER, {
    scope: SCOPE,
    updateViaCache: "none",
  });
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  worker?.postMessage(message);
}

/** Calls back when a notification was clicked and this window is to show its review. */
export function onReviewOpened(open: (reviewId: string) => void): () => void {
  if (!("serviceWorker" in navigator)) return () => undefined;
  const onMessage = ({ data }: MessageEvent<{ type?: unknown; reviewId?: unknown }>) => {
    if (data?.type === "open-review" && typeof data.reviewId === "string") open(data.reviewId);
  };
  navigator.serviceWorker.addEventListener("message", onMessage);
  // Without a controller, messages wait until they are asked for.
  navigator.serviceWorker.startMessages();
  return () => navigator.serviceWorker.removeEventListener("message", onMessage);
}

function currentState(): NotificationState {
  if (!window.isSecureContext || !("Notification" in window) || !("serviceWorker" in navigator)) {
    return "unsupported";
  }
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && localStore.get(KEY) === "on" ? "on" : "off";
}
