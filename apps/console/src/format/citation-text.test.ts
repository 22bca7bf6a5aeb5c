import { expect, it } from "vitest";
import { citationText, type SourceDetails } from "./citation-text.ts";

const NOTHING: SourceDetails = {
  title: "Noise at night",
  author: null,
  publishedAt: null,
  retrievedAt: null,
  url: null,
  doi: null,
};

it("formats a source as one line, with the details it has", () => {
  expect(citationText(NOTHING)).toBe("Noise at night.");
  expect(
    citationText({
      ...NOTHING,
      title: "Is it\n loud?",
      author: "Lee, K.",
      publishedAt: "2023-11",
      retrievedAt: "2026-03-01T09:00:00.000Z",
      url: "https://example.org/noise",
    }),
  ).toBe("Lee, K. Is it loud? 2023-11. https://example.org/noise, retrieved 2026-03-01");
});

it("prefers a DOI, which is permanent", () => {
  const source = { ...NOTHING, url: "https://example.org/x", doi: "10.1000/182" };
  expect(citationText({ ...source, retrievedAt: "2026-03-01" })).toBe(
    "Noise at night. https://doi.org/10.1000/182",
  );
});
