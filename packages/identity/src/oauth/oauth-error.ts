import type { Context } from "hono";

/** An error response of OAuth (RFC 6749, section 5.2). */
export function oauthError(
  context: Context,
  error: string,
  description: string,
  status: 400 | 401 | 429 = 400,
): Response {
  return context.json({ error, error_description: description }, status);
}
