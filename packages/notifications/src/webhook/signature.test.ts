import { expect, it } from "vitest";
import { newWebhookSecret, signatureHeaders } from "./signature.ts";

it("signs as the example of the specification", () => {
  const message = {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    sentAt: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  };
  expect(signatureHeaders(message, ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

it("signs with every secret that is valid", () => {
  const message = { id: "evt_1", sentAt: new Date(0), body: "{}" };
  const headers = signatureHeaders(message, [newWebhookSecret(), newWebhookSecret()]);
  expect(headers["webhook-signature"]).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
});
