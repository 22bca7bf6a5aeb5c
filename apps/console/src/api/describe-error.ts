import { TRPCClientError } from "@trpc/client";
import { ownCommand } from "../format/own-command.ts";
import { t } from "../language/messages.ts";

export interface ErrorDescription {
  readonly code: string;
  readonly message: string;
}

export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof TRPCClientError)) {
    return {
      code: "UNEXPECTED",
      message: t("Something went wrong on this page. Reload it to try again."),
    };
  }
  const { data, message } = error as TRPCClientError<never> & { data: unknown };
  const code = codeOf(data);
  if (code) return { code, message };
  const refusal = refusalIn(error);
  if (refusal) return refusal;
  return {
    code: "UNREACHABLE",
    message: t("The server is not responding. Is it running? Start it with `{command}`.", {
      command: ownCommand("serve"),
    }),
  };
}

/** The refusal of a request that reached no procedure: unauthenticated, or rate limited. */
export function refusalIn({ meta }: TRPCClientError<never>): ErrorDescription | null {
  const { error, message } = (meta?.responseJSON ?? {}) as { error?: unknown; message?: unknown };
  return typeof error === "string" && typeof message === "string" ? { code: error, message } : null;
}

/** The application's code where there is one, else that of tRPC. */
function codeOf(data: unknown): string | null {
  if (typeof data !== "object" || data === null) return null;
  const { appCode, code } = data as { appCode?: unknown; code?: unknown };
  if (typeof appCode === "string") return appCode;
  return typeof code === "string" ? code : null;
}
