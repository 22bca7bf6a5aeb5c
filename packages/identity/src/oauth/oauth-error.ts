import { jsonResponse } from "../responses.ts";

/** A refusal in the words of OAuth, for the programs that ask. */
export function oauthError(error: string, description: string, status = 400): Response {
  return jsonResponse({ error, error_description: description }, { status });
}

export function tooMany(retryAfterSeconds: number): Response {
  return jsonResponse(
    { error: "temporarily_unavailable", error_description: "Too many requests. Try again later." },
    { status: 429, headers: { "retry-after": String(Math.ceil(retryAfterSeconds)) } },
  );
}
