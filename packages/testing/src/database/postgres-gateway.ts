import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import path from "node:path";

/** The socket directory of a cluster, or a port of this machine. */
export type Upstream = string | number;

interface Pair {
  readonly outer: Socket;
  readonly inner: Socket;
}

export type PostgresGateway = Awaited<ReturnType<typeof startGateway>>;

/**
 * PostgreSQL over TCP, as from another machine; the test cluster listens on a Unix socket only. It can also fail like a
 * network, a proxy or a DNS name in front of a cluster.
 */
export async function startGateway(upstream: Upstream) {
  const pairs = new Set<Pair>();
  let target: Upstream | null = upstream;
  let remaining = Number.POSITIVE_INFINITY;
  const server = createServer((outer) => {
    remaining -= 1;
    if (target === null || remaining < 0) {
      outer.destroy();
      return;
    }
    const pair = { outer, inner: connectTo(target) };
    pairs.add(pair);
    pipeBoth(pair);
    const end = () => {
      outer.destroy();
      pair.inner.destroy();
      pairs.delete(pair);
    };
    for (const socket of [outer, pair.inner]) socket.on("error", end).on("close", end);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    /** The open connections. */
    get count() {
      return pairs.size;
    },
    /** Where new connections lead; with null they are ended at once. */
    leadTo(next: Upstream | null): void {
      target = next;
    },
    /** Ends all connections after the next few. */
    limitTo(connections: number): void {
      remaining = connections;
    },
    /** Ends all open connections. */
    cut(): void {
      for (const { outer, inner } of pairs) {
        outer.destroy();
        inner.destroy();
      }
    },
    /** Passes nothing on over the open connections, as if the host were gone; new ones work. */
    silence(): void {
      for (const { outer, inner } of pairs) {
        outer.unpipe(inner).pause();
        inner.unpipe(outer).pause();
      }
    },
    close(): void {
      this.cut();
      server.close();
    },
  };
}

function connectTo(upstream: Upstream): Socket {
  return typeof upstream === "number"
    ? connect(upstream, "127.0.0.1")
    : connect(path.join(upstream, ".s.PGSQL.5432"));
}

function pipeBoth({ outer, inner }: Pair): void {
  outer.pipe(inner).pipe(outer);
}
