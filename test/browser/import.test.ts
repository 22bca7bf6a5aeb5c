import { findChromium } from "@trovella/testing/programs/chromium";
import { describe, expect, it } from "vitest";
import { useBrowser } from "./support/browser.ts";
import { useConsole } from "./support/console.ts";
import { expectGood } from "./support/expect-good.ts";

const { chromium, reason } = await findChromium();
const FILES = [
  fileOf("note.md", "# Marsupials\n\nThe quokka smiles."),
  fileOf("refs.bib", "@book{a, title={A book about numbats}}\n@book{b"),
  fileOf("picture.png", "no picture"),
];

describe.skipIf(!chromium)(`Importing documents${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();

  it("shows what would be imported, imports it by keys, and finds it in the library", async () => {
    const visited = await visit(`${serving.url}/library`, {});
    const { page } = visited;
    await page.getByRole("link", { name: "Import documents" }).click();
    await page.getByLabel("Files, up to 100 MB together").setInputFiles(FILES);
    await page.getByRole("heading", { name: "What would be imported" }).waitFor();
    await page.getByText("Line 2: the entry is broken.").waitFor();
    await page.getByText("1 file of another kind is left alone: .png").waitFor();
    await expectGood(visited, "import-preview", { isBrief: true });

    const button = page.getByRole("button", { name: "Import documents" });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Imported", exact: true }).waitFor();
    expect(await page.getByRole("row", { name: "Documents 1" }).count()).toBe(1);

    await page.getByLabel("Files, up to 100 MB together").setInputFiles(FILES);
    await page.getByRole("row", { name: "Unchanged 2" }).waitFor();
    await page.goto(`${serving.url}/library?query=quokka`);
    await page.getByRole("link", { name: "Marsupials" }).waitFor();
  });

  it("says what the server says when it refuses", async () => {
    const { page } = await visit(`${serving.url}/library/import`, {});
    await page.getByLabel("Plan to which they belong").fill("p-nothing");
    await page.getByLabel("Files, up to 100 MB together").setInputFiles(FILES);
    await page.getByRole("alert").getByText("plan").waitFor();
    expect(await page.getByRole("button", { name: "Import documents" }).isDisabled()).toBe(true);
    await page.getByLabel("Plan to which they belong").fill("");
    await page.getByRole("button", { name: "Check again" }).click();
    await page.getByRole("heading", { name: "What would be imported" }).waitFor();
  });
});

function fileOf(name: string, text: string) {
  return { name, mimeType: "application/octet-stream", buffer: Buffer.from(text) };
}
