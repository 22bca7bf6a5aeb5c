import { claim, entry } from "@trovella/testing/deliverables/sample-evidence";
import { describe, expect, it } from "vitest";
import type { DocumentClaim } from "../deliverable.ts";
import { evidenceLine } from "./evidence-line.ts";

const many = (count: number, given: Partial<DocumentClaim>) =>
  Array.from({ length: count }, (_, index) => claim(index + 1, given));
const all = (claims: readonly DocumentClaim[]) => evidenceLine(claims, { cited: claims.length });
const by = (name: string, day: string, verdict: "agree" | "unsure" = "agree") => ({
  audit: { by: name, at: new Date(`${day}T10:00:00Z`), verdict },
});

describe("the line of evidence", () => {
  it("names every part that is not zero, in a fixed order", () => {
    const claims = [
      ...many(2, { status: "unsupported" }),
      ...many(2, { status: "weak" }),
      ...many(3, { evidence: [entry({ level: 1 })] }),
      ...many(18, {}),
      ...many(6, { status: "confirmed", ...by("Ann", "2026-03-03") }),
    ];
    expect(all(claims)).toBe(
      "31 claims: 24 found in the source by Trovella, 3 in text the assistant supplied, 2 weak, 2 unverified; 6 checked by Ann on 3 March 2026",
    );
  });

  it.each<[Partial<DocumentClaim>, string]>([
    [{}, "1 claim: 1 found in the source by Trovella"],
    [{ evidence: [entry({ level: 2 })] }, "1 claim: 1 in text the assistant's program supplied"],
    [{ status: "derived", evidence: [] }, "1 claim: 1 derived from others"],
    [{ status: "confirmed", evidence: [] }, "1 claim: 1 confirmed by a person"],
    [{ status: "contradicted" }, "1 claim: 1 contradicted"],
    [{ status: "disputed" }, "1 claim: 1 disputed"],
    [{ status: "unchecked" }, "1 claim: 1 unverified"],
  ])("tells apart %j", (given, line) => {
    expect(all([claim(1, given)])).toBe(line);
  });

  it("says how many of the claims the document cites", () => {
    expect(evidenceLine(many(3, {}), { cited: 2 })).toMatch(/; 2 of them cited here$/);
    expect(evidenceLine(many(3, {}), { cited: 0 })).toMatch(/; none of them cited here$/);
  });

  it("names the people who checked, and leaves out who was not sure", () => {
    const claims = [
      claim(1, by("Ann", "2026-03-01")),
      claim(2, by("Ann", "2026-03-03")),
      claim(3, by("Bo", "2026-03-02")),
      claim(4, by("Cy", "2026-03-02", "unsure")),
    ];
    expect(all(claims)).toMatch(/; 2 checked by Ann until 3 March 2026, 1 by Bo on 2 March 2026$/);
    const crowd = ["Ann", "Bo", "Cy", "Di"].map((name, index) =>
      claim(index, by(name, "2026-03-02")),
    );
    expect(all(crowd)).toMatch(/; 4 checked by 4 people, on 2 March 2026$/);
  });

  it("is empty without claims", () => {
    expect(all([])).toBe("");
  });
});
