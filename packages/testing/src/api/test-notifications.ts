import { createInternet } from "@trovella/capture/guard";
import { SecretBox, type WebhookSending } from "@trovella/notifications";
import type { ApiServices } from "../../../api/src/context.ts";

/** Sends to this computer too, as a server in local mode. */
export function testSending(outside: Partial<WebhookSending> = {}): WebhookSending {
  return {
    box: new SecretBox("the secret of tests, long enough for all"),
    network: createInternet(),
    privateNetwork: createInternet(),
    allowPrivate: true,
    userAgent: "Trovella/test",
    consoleUrl: () => "http://localhost:4737",
    now: () => new Date(),
    ...outside,
  };
}

export function testNotifications(): ApiServices["notifications"] {
  return { sending: testSending(), hasMail: false, onChanged: () => undefined };
}
