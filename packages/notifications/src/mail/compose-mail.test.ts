import { expect, it } from "vitest";
import { composeMail } from "./compose-mail.ts";

const options = { to: "ada@example.org", consoleUrl: "https://trovella.example", id: "dlv_1" };

it("has the message as text and as HTML, with everything escaped", () => {
  const title = 'Plan finished: <img src=x onerror="1">\r\nBcc: eve@example.org';
  const mail = composeMail(
    [{ title, text: "a < b & c", url: "https://trovella.example/plans/p-1" }],
    options,
  );
  expect(mail.subject).toBe('Plan finished: <img src=x onerror="1"> Bcc: eve@example.org');
  expect(mail.html).toContain("&lt;img src=x onerror=&quot;1&quot;&gt;");
  expect(mail.html).toContain("a &lt; b &amp; c");
  expect(mail.html).not.toContain("<img");
  expect(mail.text).toContain("https://trovella.example/plans/p-1");
  expect(mail.settingsUrl).toBe("https://trovella.example/settings#notifications");
  expect(mail.messageId).toBe("<dlv_1@trovella.example>");
});

it("says how many there are, when there are several", () => {
  const message = { title: "Plan finished: A", text: "", url: "https://trovella.example" };
  expect(composeMail([message, message], options).subject).toBe("2 notifications from Trovella");
});
