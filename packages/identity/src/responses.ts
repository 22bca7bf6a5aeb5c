const PROTECTED = {
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function jsonResponse(
  body: object,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return Response.json(body, {
    status,
    headers: {
      ...PROTECTED,
      "content-security-policy": NOTHING,
      "referrer-policy": "no-referrer",
      pragma: "no-cache",
      ...headers,
    },
  });
}

export function pageResponse(
  html: string,
  { status = 200, policy }: { status?: number; policy: string },
): Response {
  return new Response(html, {
    status,
    headers: {
      ...PROTECTED,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      // With "no-referrer" browsers would send the forms of these pages with the origin "null".
      "referrer-policy": "same-origin",
    },
  });
}

/** 303: whatever the method was, the browser goes on with GET and without the form. */
export function redirectResponse(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({
    ...PROTECTED,
    location,
    "content-security-policy": NOTHING,
    "referrer-policy": "no-referrer",
  });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

export function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}
