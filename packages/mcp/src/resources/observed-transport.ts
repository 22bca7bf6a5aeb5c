import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";

/** The same transport, whose incoming messages are observed before they are handled. */
export function observedTransport(
  transport: Transport,
  observe: (message: JSONRPCMessage) => void,
): Transport {
  const observed: Transport = {
    start() {
      transport.onclose = () => observed.onclose?.();
      transport.onerror = (error) => observed.onerror?.(error);
      transport.onmessage = (message, extra) => {
        observe(message);
        observed.onmessage?.(message, extra);
      };
      return transport.start();
    },
    send: (message, options) => transport.send(message, options),
    close: () => transport.close(),
  };
  return observed;
}
