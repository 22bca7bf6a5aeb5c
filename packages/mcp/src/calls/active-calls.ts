import type { Caller } from "@trovella/research";
import type { CallConnection } from "./call-connection.ts";

interface ActiveCall {
  readonly caller: Caller;
  readonly connection: CallConnection;
}

/** The calls that are not answered yet, so that each can be cancelled by a request of its own. */
export class ActiveCalls {
  private readonly calls = new Map<AbortController, ActiveCall>();

  /** Runs the work with a connection whose signal is also aborted by `cancel`, if another request can cancel it. */
  async run<T>(call: ActiveCall, work: (connection: CallConnection) => Promise<T>): Promise<T> {
    const { connection } = call;
    if (!connection.isCancelledApart) return work(connection);
    const controller = new AbortController();
    const abort = () => controller.abort(connection.signal.reason);
    connection.signal.addEventListener("abort", abort, { once: true });
    if (connection.signal.aborted) abort();
    this.calls.set(controller, call);
    try {
      return await work({ ...connection, signal: controller.signal });
    } finally {
      this.calls.delete(controller);
      connection.signal.removeEventListener("abort", abort);
    }
  }

  /**
   * For a client that cancels over HTTP, where requests and cancellations come one by one. Another client of the same
   * person may use the same id; its call is told to be repeated.
   */
  cancel({ userId, tenant }: Caller, requestId: CallConnection["requestId"]): void {
    for (const [controller, { caller, connection }] of this.calls) {
      const isSame =
        caller.userId === userId && caller.tenant.organizationId === tenant.organizationId;
      if (isSame && connection.requestId === requestId) controller.abort();
    }
  }
}
