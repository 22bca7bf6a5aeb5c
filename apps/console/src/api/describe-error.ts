import { TRPCClientError } from "@trpc/client";

export interface ErrorDescription {
  readonly code: string;
  readonly message: string;
}

/** An error in words for people. Errors of the API have their own; the rest is about reaching it. */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof TRPCClientError)) {
    return { code: "UNEXPECTED", message: "Something went wrong in this page. Next: reload it." };
  }
  const { data, message } = error as TRPCClientError<never> & { data: unknown };
  const code = codeOf(data);
  if (code) return { code, message };
  const refusal = refusalOf(error);
  if (refusal) return refusal;
  return {
    code: "UNREACHABLE",
    message: "The server does not answer. Next: see whether it runs; `npm start` starts it.",
  };
}

/** What the server said before any procedure was asked: who it does not know, or has heard too often. */
export function refusalOf({ meta }: TRPCClientError<never>): ErrorDescription | null {
  const { error, message } = (meta?.responseJSON ?? {}) as { error?: unknown; message?: unknown };
  return typeof error === "string" && typeof message === "string" ? { code: error, message } : null;
}

/** Our own code where the API names one, else that of tRPC. */
function codeOf(data: unknown): string | null {
  if (typeof data !== "object" || data === null) return null;
  const { appCode, code } = data as { appCode?: unknown; code?: unknown };
  if (typeof appCode === "string") return appCode;
  return typeof code === "string" ? code : null;
}
