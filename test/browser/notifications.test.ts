import { startMailServer, type TestMailServer } from "@trovella/testing/notifications/mail-server";
import {
  isSignedWith,
  startWebhookReceiver,
  type WebhookReceiver,
} from "@trovella/testing/notifications/webhook-receiver";
import { findChromium } from "@trovella/testing/programs/chromium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { expectGood, expectText } from "./support/expect-good.ts";
import { askForReview, connectAssistant } from "./support/research-reviews.ts";

const { chromium, reason } = await findChromium();
const mailServer: TestMailServer = await startMailServer();
const MAIL = { TROVELLA_SMTP_URL: mailServer.url, TROVELLA_MAIL_FROM: "trovella@example.org" };
const STEPS = [{ stepType: "checkpoint", instructions: "Let a person choose." }];

describe.skipIf(!chromium)(`Settings → Notifications${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole(MAIL);
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
  });
  afterAll(async () => {
    await receiver.close();
    await mailServer.close();
  });

  it("leads to a signed webhook and an e-mail when a review waits", async () => {
    const visited = await visit(`${serving.url}/settings#notifications`);
    const { page } = visited;
    await page.getByLabel("E-mail address").fill("ada@example.org");
    await page.getByLabel("Quiet hours: e-mail waits until they end").check();
    await page.getByLabel("From", { exact: true }).fill("03:00");
    await page.getByLabel("Until", { exact: true }).fill("03:00");
    await page.getByRole("button", { name: "Save notifications" }).click();
    await page.getByText("Notification settings saved.").waitFor();

    await page.getByLabel("Name of the new webhook").fill("<b>Our</b> bot");
    await page.getByLabel("URL", { exact: true }).fill(`${receiver.url}/hook`);
    await page.getByRole("button", { name: "Create webhook" }).click();
    const secret = await page.getByText(/^whsec_/).textContent();
    await page.getByRole("button", { name: "I've copied it" }).click();
    await page.getByRole("button", { name: "Send a test to <b>Our</b> bot" }).click();
    await page.getByText("The test was delivered: 204").waitFor();
    await receiver.untilReceived(1);

    const assistant = await connectAssistant(serving.url);
    await askForReview(assistant, { name: "Heat pumps", steps: STEPS });
    await assistant.close();
    await receiver.untilReceived(2);
    await mailServer.untilReceived(1);
    const [test, review] = receiver.received;
    expect(test && review && [test, review].every((one) => isSignedWith(secret ?? "", one))).toBe(
      true,
    );
    expect(JSON.parse(test?.body ?? "")).toMatchObject({ type: "test" });
    expect(JSON.parse(review?.body ?? "")).toMatchObject({ type: "review.requested" });
    expect(mailServer.mails[0]).toMatchObject({ to: ["ada@example.org"] });
    expect(mailServer.mails[0]?.source).toContain("Subject: Review waiting: Heat pumps");

    await page.getByRole("button", { name: "Delivery log" }).click();
    await expectText(page, ["review.requested", "Delivered (204)"]);
    await page.reload();
    await page.getByRole("button", { name: "Delivery log" }).waitFor();
    // Fields for times take several presses of Tab each.
    await page.getByLabel("Quiet hours: e-mail waits until they end").uncheck();
    await expectGood(visited, "notifications");
    await page.getByRole("button", { name: "Rotate secret of <b>Our</b> bot" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
    await page.getByText("New secret of <b>Our</b> bot").waitFor();
    expect(visited.offences).toEqual([]);
  });
});
