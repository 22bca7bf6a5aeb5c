import type { IncomingMessage } from "node:http";

/** What a request brings along to say who sends it. */
export interface Credentials {
  /** Every Authorization header, as it came. */
  readonly authorization: readonly string[];
  readonly cookieNames: readonly string[];
  /** Tokens in addresses end up in logs and histories. */
  readonly hasTokenInAddress: boolean;
}

const TOKEN_PARAMETERS = ["access_token", "token", "api_key", "apikey", "authorization"];
const TOKEN_VALUE = /^(bearer\s+)?trov_/i;

export function credentialsOfRequest({ headers, url }: Request): Credentials {
  const authorization = headers.get("authorization");
  return {
    // Several headers arrive as one here, joined by commas, which no token contains.
    authorization: authorization === null ? [] : authorization.split(","),
    cookieNames: cookieNamesIn(headers.get("cookie") ?? ""),
    hasTokenInAddress: hasTokenIn(url),
  };
}

/** Node keeps the first of several Authorization headers, while a proxy in front may have looked at another. */
export function credentialsOfMessage({ rawHeaders, headers, url = "/" }: IncomingMessage) {
  const authorization = rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "authorization",
  );
  return {
    authorization: authorization.flatMap((value) => value.split(",")),
    cookieNames: cookieNamesIn(headers.cookie ?? ""),
    hasTokenInAddress: hasTokenIn(url),
  } satisfies Credentials;
}

function cookieNamesIn(header: string): string[] {
  return header.split(";").flatMap((cookie) => {
    const [name = ""] = cookie.split("=", 1);
    return name.trim() || [];
  });
}

function hasTokenIn(address: string): boolean {
  const start = address.indexOf("?");
  if (start < 0) return false;
  for (const [name, value] of new URLSearchParams(address.slice(start + 1))) {
    if (TOKEN_PARAMETERS.includes(name.toLowerCase()) || TOKEN_VALUE.test(value)) return true;
  }
  return false;
}
