import { SECURITY_EVENT_CHANNEL, type SecurityEventMessage } from "@trovella/db/identity";
import type { Logger } from "pino";

/** One line for each event of the security log, so that it can be collected elsewhere. Returns how to stop. */
export function logSecurityEvents(logger: Logger): () => void {
  const listen = (message: unknown) => {
    const { event, error } = message as SecurityEventMessage;
    if (error === undefined) logger.info({ securityEvent: event }, "security event");
    else logger.error({ securityEvent: event, error }, "a security event was not stored");
  };
  SECURITY_EVENT_CHANNEL.subscribe(listen);
  return () => SECURITY_EVENT_CHANNEL.unsubscribe(listen);
}
