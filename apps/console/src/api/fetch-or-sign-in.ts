import { hasEarlyStream } from "../live/early-stream.ts";
import { sessionStore } from "./browser-storage.ts";

const SIGN_IN = "/api/auth/sign-in";
const ORGANIZATION = "/api/auth/organization";

const KEY = "trovella-redirected";
/** A redirect that is needed again sooner than this is a loop. */
const LOOP_MS = 5_000;

let isLeaving = false;

/** Fetches; redirects to sign-in (or to choosing an organization) when needed, and back afterwards. */
export async function fetchOrSignIn(
  url: RequestInfo | URL | string,
  options?: RequestInit,
): Promise<Response> {
  await hasEarlyStream();
  const response = await fetch(url, options);
  if (response.ok) sessionStore.remove(KEY);
  const target = await redirectTarget(response);
  if (target === null || !redirect(target)) return response;
  // The page is being replaced: an error would only flash.
  return new Promise(() => undefined);
}

async function redirectTarget(response: Response): Promise<string | null> {
  const { pathname, search } = window.location;
  const back = new URLSearchParams({ return_to: pathname + search });
  if (response.status === 401) return `${SIGN_IN}?${back}`;
  if (response.status !== 403 && response.status !== 409) return null;
  const code = await errorCode(response.clone());
  if (code === "NO_ORGANIZATION") return `${ORGANIZATION}?${back}`;
  // Another tab has switched organizations, so this page shows data of the previous one.
  return code === "ORGANIZATION_CHANGED" ? "/" : null;
}

async function errorCode(response: Response): Promise<unknown> {
  try {
    return ((await response.json()) as { error?: unknown }).error;
  } catch {
    return null;
  }
}

/** False when the last redirect has just not helped. Drafts survive it in the browser's storage. */
function redirect(target: string): boolean {
  if (isLeaving) return true;
  if (Date.now() - Number(sessionStore.get(KEY)) < LOOP_MS) return false;
  isLeaving = true;
  // Without storage a loop is not detected here; the sign-in page ends it.
  sessionStore.set(KEY, String(Date.now()));
  window.addEventListener("pageshow", ({ persisted }) => persisted && window.location.reload());
  window.location.assign(target);
  return true;
}
