import type { ClientProblem } from "./clients.ts";

/** For users whose client cannot be asked to fix it, since it is not known where to redirect them. */
export interface ProblemPage {
  readonly message: string;
  readonly status: 400 | 429;
  readonly retryAfterSeconds?: number;
}

const ADD_AGAIN = "Next: remove the server from the program and add it again.";
const RETRY_SECONDS = 5;

export function clientProblemPage(
  problem: ClientProblem | "redirect URI",
  clientId: string,
): ProblemPage {
  if (problem === "busy") {
    const message = `This server is reading descriptions of other programs. Next: reload this page in ${RETRY_SECONDS} seconds.`;
    return { message, status: 429, retryAfterSeconds: RETRY_SECONDS };
  }
  return { message: MESSAGES[problem](clientId), status: 400 };
}

const MESSAGES: Readonly<
  Record<Exclude<ClientProblem, "busy"> | "redirect URI", (clientId: string) => string>
> = {
  unknown: () => `The program that sent you here is not known to this server. ${ADD_AGAIN}`,
  "redirect URI": () =>
    `The program that sent you here did not register the URL to return to. ${ADD_AGAIN}`,
  unreadable: (clientId) =>
    `This server could not read the description of the program at ${clientId}. Next: try again in a minute; if it fails again, ask your administrator to let the server reach ${new URL(clientId).host} (HTTPS_PROXY), or to set TROVELLA_CLIENT_DOCUMENTS=off and then add the server to the program again.`,
  unsupported: (clientId) =>
    `The description of the program at ${clientId} cannot be used here: it names another program, a secret, or no URL that this server may return to. Next: ask the publisher of the program, or use an access token instead.`,
  "no documents": () =>
    `This server does not read descriptions of programs; they have to register themselves. ${ADD_AGAIN}`,
};
