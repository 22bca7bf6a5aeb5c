import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const MIN_BYTES = 1_024;
/** Costs about as much as gzip and is a fifth smaller. */
const BROTLI_QUALITY = 4;

type Encoding = "br" | "gzip";

const COMPRESS: Readonly<Record<Encoding, (body: Uint8Array) => Promise<Buffer>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
      },
    }),
  gzip: (body) => promisify(gzip)(body),
};

/**
 * Compresses the reply to a query. Replies to mutations stay as they are, since some hold a secret that was just made;
 * so do those to other sites, which could learn from sizes what a reply contains (https://breachattack.com).
 */
export async function compressReply(request: Request, response: Response): Promise<Response> {
  if (request.method !== "GET" || !isJson(response)) return response;
  response.headers.append("Vary", "Accept-Encoding");
  const encoding = encodingFor(request);
  if (!encoding) return response;
  const body = new Uint8Array(await response.arrayBuffer());
  const { status, headers } = response;
  if (body.byteLength < MIN_BYTES) return new Response(body, { status, headers });
  headers.set("Content-Encoding", encoding);
  headers.delete("Content-Length");
  // The work is done by zlib's threads, so other requests go on.
  return new Response(new Uint8Array(await COMPRESS[encoding](body)), { status, headers });
}

function encodingFor({ headers }: Request): Encoding | null {
  const site = headers.get("sec-fetch-site") ?? "same-origin";
  if (site !== "same-origin") return null;
  const accepted = (headers.get("accept-encoding") ?? "").split(",").flatMap((part) => {
    const [name = "", weight = ""] = part.split(";").map((word) => word.trim());
    return /^q=0(\.0*)?$/.test(weight) ? [] : [name.toLowerCase()];
  });
  return (["br", "gzip"] as const).find((known) => accepted.includes(known)) ?? null;
}

/** A stream of lines is read as it comes, and must not wait for its end. */
function isJson({ headers }: Response): boolean {
  return /^application\/json\b/.test(headers.get("content-type") ?? "");
}
