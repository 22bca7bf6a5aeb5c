import type { Network } from "@trovella/capture/guard";
import { fetchDocument } from "./fetch-document.ts";

export interface DocumentAccess {
  readonly network: Network;
  readonly now: () => Date;
  /** Reports to the operator. */
  readonly warn: (details: Readonly<Record<string, unknown>>, message: string) => void;
}

const RECHECK_MS = 10 * 60 * 1000;

/** Of widespread clients. When none of them can be read, the server has no access to the internet. */
const KNOWN_DOCUMENTS = [
  "https://claude.ai/oauth/claude-code-client-metadata",
  "https://chatgpt.com/oauth/codex/client.json",
];

/**
 * Whether metadata documents can be read here. A client that is told so uses its document and does not register itself
 * when the server fails to read it. A failed check is repeated now and then, while the old answer is given.
 */
export function createDocumentCheck({ network, now, warn }: DocumentAccess) {
  let isReadable: boolean | null = null;
  let checkedAt = 0;
  let running: Promise<void> | null = null;

  return async (): Promise<boolean> => {
    if (isReadable === null) await check();
    else if (!isReadable && now().getTime() - checkedAt >= RECHECK_MS) void check();
    return isReadable === true;
  };

  function check(): Promise<void> {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  }

  async function run(): Promise<void> {
    checkedAt = now().getTime();
    const urls = KNOWN_DOCUMENTS.map((url) => new URL(url));
    const fetched = await Promise.all(urls.map((url) => fetchDocument(network, url)));
    const problems = fetched.flatMap((one) => ("problem" in one ? one.problem : []));
    if (problems.length === urls.length && isReadable !== false)
      warn(
        { problems },
        "metadata documents of OAuth clients cannot be read, so clients register themselves; set HTTPS_PROXY, or TROVELLA_CLIENT_DOCUMENTS=off",
      );
    isReadable = problems.length < urls.length;
  }
}
