import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { createFakeEmbedder } from "@trovella/testing/search/fake-embedder";
import { afterAll, beforeAll } from "vitest";

const DIMENSIONS = 64;
const embedder = createFakeEmbedder({ dimensions: DIMENSIONS });

/** An endpoint for vectors such as companies offer, for the tests of a file; it can be made to refuse. */
export function useEmbeddingEndpoint() {
  const state = { isRefusing: false };
  const environment: Record<string, string> = {};
  const server = createServer(async (request, response) => {
    // A permanent failure, so that it is not retried at once.
    if (state.isRefusing) return response.writeHead(400).end();
    const { input } = JSON.parse(await textOf(request)) as { input: string[] };
    const vectors = await embedder.embed(input);
    const data = vectors.map((vector, index) => ({ index, embedding: [...vector] }));
    return response.setHeader("Content-Type", "application/json").end(JSON.stringify({ data }));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    environment.TROVELLA_EMBEDDER = `http://127.0.0.1:${port}/v1?dimensions=${DIMENSIONS}#fake-model`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { environment, state };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request.setEncoding("utf8")) text += part;
  return text;
}
