const MAX_REPLY_BYTES = 4 * 1024 * 1024;

/** Fetches without following redirects, which could leak the key, and limits the size of the body. */
export const guardedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "error" });
  if (!response.body) return response;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limitTo(MAX_REPLY_BYTES)), {
    status,
    statusText,
    headers,
  });
};

function limitTo(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let receivedBytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      receivedBytes += chunk.byteLength;
      if (receivedBytes > maxBytes) controller.error(new Error("The reply is too large."));
      else controller.enqueue(chunk);
    },
  });
}
