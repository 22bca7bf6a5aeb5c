const SIGN_IN = "/api/auth/sign-in";
const ORGANIZATION = "/api/auth/organization";

const KEY = "trovella-departed";
/** Whoever comes back sooner without being let in has been sent in a circle. */
const CIRCLE_MS = 5_000;

let isLeaving = false;

/** Fetches; whoever is not let in is led to where they can be, and comes back to this page afterwards. */
export async function fetchAdmitted(
  address: RequestInfo | URL | string,
  options?: RequestInit,
): Promise<Response> {
  const response = await fetch(address, options);
  if (response.ok) forgetDeparture();
  const place = await placeAfter(response);
  if (place === null || !depart(place)) return response;
  // The page is about to be another one: an error in between would only flash.
  return new Promise(() => undefined);
}

/** Where somebody goes who was answered like this; null when they stay. */
async function placeAfter(response: Response): Promise<string | null> {
  const { pathname, search } = window.location;
  const back = new URLSearchParams({ return_to: pathname + search });
  if (response.status === 401) return `${SIGN_IN}?${back}`;
  if (response.status !== 403 && response.status !== 409) return null;
  const code = await codeOf(response.clone());
  if (code === "NO_ORGANIZATION") return `${ORGANIZATION}?${back}`;
  // What this page shows belongs to an organization that another window has left.
  return code === "ORGANIZATION_CHANGED" ? "/" : null;
}

async function codeOf(response: Response): Promise<unknown> {
  try {
    return ((await response.json()) as { error?: unknown }).error;
  } catch {
    return null;
  }
}

/** False when that has just been tried in vain. What was written is kept by the browser, not by the page. */
function depart(place: string): boolean {
  if (isLeaving) return true;
  if (Date.now() - departedAt() < CIRCLE_MS) return false;
  isLeaving = true;
  noteDeparture();
  window.addEventListener("pageshow", ({ persisted }) => persisted && window.location.reload());
  window.location.assign(place);
  return true;
}

function departedAt(): number {
  try {
    return Number(sessionStorage.getItem(KEY) ?? 0);
  } catch {
    return 0;
  }
}

function noteDeparture(): void {
  try {
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    // A browser that keeps nothing may go round once more; the sign-in page ends it.
  }
}

function forgetDeparture(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept either.
  }
}
