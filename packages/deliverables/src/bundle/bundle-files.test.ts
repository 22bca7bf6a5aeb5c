import { createHash } from "node:crypto";
import { SAMPLE_WITH_CLAIMS } from "@trovella/testing/deliverables/sample-evidence";
import { strFromU8, strToU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { type Bundle, type BundledFile, bundleFiles } from "./bundle-files.ts";
import { claimsJson } from "./claims-json.ts";

const PAGE = "The mean seasonal performance factor was 3.1.";
const HASH = createHash("sha256").update(PAGE).digest("hex");
const file = (name: string, text = "x"): BundledFile => ({
  name,
  contentType: "text/plain; charset=utf-8",
  bytes: strToU8(text),
});
const bundle = (given: Partial<Bundle> = {}): Bundle => ({
  files: [file("heat-pumps-v2.md")],
  captures: [{ source: 1, text: PAGE }],
  claims: claimsJson(SAMPLE_WITH_CLAIMS),
  crate: { deliverable: SAMPLE_WITH_CLAIMS, steps: [], decisions: [] },
  ...given,
});
const namesIn = (given: Partial<Bundle>) => Object.keys(unzipSync(bundleFiles(bundle(given))));

describe("a bundle", () => {
  it("has the files, the captures, the claims and what describes them", () => {
    const entries = unzipSync(bundleFiles(bundle()));
    const capture = `captures/1-${HASH.slice(0, 12)}.txt`;
    expect(Object.keys(entries)).toEqual([
      "ro-crate-metadata.json",
      "claims.json",
      capture,
      "heat-pumps-v2.md",
    ]);
    expect(strFromU8(entries[capture] ?? new Uint8Array())).toBe(PAGE);
    const crate = JSON.parse(strFromU8(entries["ro-crate-metadata.json"] ?? new Uint8Array()));
    const described = crate["@graph"].filter(
      (one: Record<string, string>) => one["@type"] === "File",
    );
    for (const one of described) {
      const bytes = entries[one["@id"]] ?? new Uint8Array();
      expect(one.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
      expect(one.contentSize).toBe(String(bytes.length));
    }
    expect(described).toHaveLength(3);
  });

  it("gives the same bytes for the same content", () => {
    expect(Buffer.compare(bundleFiles(bundle()), bundleFiles(bundle()))).toBe(0);
  });

  it.each([
    ["../../etc/passwd", "etc/passwd"],
    ["/root/.ssh/key", "root/ssh/key"],
    ["C:\\Windows\\x.txt", "C/Windows/x.txt"],
    ["a\u0000b<script>.md", "a-b-script-.md"],
    ["", "file"],
    ["..", "file"],
    ["audit/chain.json", "audit/chain.json"],
    ["ro-crate-metadata.json", "ro-crate-metadata-2.json"],
    ["CLAIMS.json", "CLAIMS-2.json"],
  ])("has safe names: %j", (name, expected) => {
    expect(namesIn({ files: [file(name)], captures: [] })).toEqual([
      "ro-crate-metadata.json",
      "claims.json",
      expected,
    ]);
  });

  it("keeps every file whose name another has", () => {
    expect(namesIn({ files: [file("a.md"), file("A.md"), file("a.md")] }).slice(3)).toEqual([
      "a.md",
      "A-2.md",
      "a-3.md",
    ]);
  });
});
