import { fetchPublic, type Headers, type Network } from "@trovella/capture/guard";

/** The problem is for the log only: told to users it would let them scan the internal network. */
export type FetchedDocument =
  | { readonly document: Readonly<Record<string, unknown>> }
  | { readonly problem: string };

const MAX_DOCUMENT_BYTES = 32 * 1024;

/** The JSON object at an https URL. */
export async function fetchDocument(network: Network, url: URL): Promise<FetchedDocument> {
  const fetched = await fetchPublic(network, url, {
    accept: "application/json",
    maxBytes: MAX_DOCUMENT_BYTES,
    timeoutMs: network.timeoutMs,
    maxRedirects: 0,
    allowHttp: false,
    allowPacked: false,
    wants: (status, headers) => status === 200 && isPlainJson(headers),
  });
  if ("problem" in fetched) return { problem: fetched.detail };
  const { status, headers, bytes } = fetched;
  if (status !== 200) return { problem: `status ${status}` };
  if (!isPlainJson(headers)) return { problem: "not plain JSON" };
  return readObject(bytes);
}

function readObject(bytes: Uint8Array): FetchedDocument {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? { document: value as Record<string, unknown> }
      : { problem: "not a JSON object" };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { problem: code ?? message };
  }
}

function isPlainJson(headers: Headers): boolean {
  const [type = ""] = String(headers["content-type"] ?? "").split(";");
  const encoding = String(headers["content-encoding"] ?? "identity");
  return /^application\/(json|[\w.-]+\+json)$/i.test(type.trim()) && encoding === "identity";
}
