import { expect, it } from "vitest";
import { windowTitle } from "./window-title.ts";

it("counts what waits before the name of the page, and says nothing of nothing", () => {
  expect(windowTitle("Inbox", 3)).toBe("(3) Inbox · Trovella");
  expect(windowTitle("Inbox", 0)).toBe("Inbox · Trovella");
  expect(windowTitle("", 1)).toBe("(1) Trovella");
});
