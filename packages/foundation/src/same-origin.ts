interface RequestHeaders {
  readonly headers: { get(name: string): string | null };
}

/**
 * CSRF: whether a request was sent by a page of this origin, by `Sec-Fetch-Site` and `Origin`. A browser sends at least
 * one of them with a state-changing request; both must agree, and a request without either is refused.
 */
export function isSameOrigin({ headers }: RequestHeaders, ownOrigin: string): boolean {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (site === null && origin === null) return false;
  return (site === null || site === "same-origin") && (origin === null || origin === ownOrigin);
}
