// Shows notifications and opens the review that one is about. Its scope is this folder, so it controls no page and
// sees no request.

/** Until the page that says it in its own language has loaded again. */
const TITLE = "Needs your review";
const MAX_NAME_LENGTH = 120;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("message", (event) => {
  const { type, reviewId, title, planName } = event.data ?? {};
  if (typeof reviewId !== "string") return;
  if (type === "review-waits")
    event.waitUntil(show(reviewId, String(title ?? TITLE), String(planName)));
  if (type === "review-over") event.waitUntil(close(reviewId));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.tag));
});

async function show(reviewId, title, planName) {
  // Somebody who looks at the console sees it there.
  if ((await windows()).some(({ focused }) => focused)) return;
  await self.registration.showNotification(title.slice(0, MAX_NAME_LENGTH), {
    tag: reviewId,
    body: planName.slice(0, MAX_NAME_LENGTH),
    icon: "/favicon.svg",
  });
}

async function close(reviewId) {
  for (const shown of await self.registration.getNotifications({ tag: reviewId })) shown.close();
}

/** In a window that is open already, which goes there itself: it may hold a decision or a draft. */
async function open(reviewId) {
  const [window] = await windows();
  if (!window) return self.clients.openWindow(`/inbox?item=${encodeURIComponent(reviewId)}`);
  window.postMessage({ type: "open-review", reviewId });
  return window.focus();
}

function windows() {
  return self.clients.matchAll({ type: "window", includeUncontrolled: true });
}
