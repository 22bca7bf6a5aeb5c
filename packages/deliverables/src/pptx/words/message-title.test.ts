import { SAMPLE } from "@trovella/testing/deliverables/sample-deliverable";
import { describe, expect, it } from "vitest";
import { readDocument } from "../../read-document.ts";
import {
  isMessage,
  isSameTitle,
  joinedTitle,
  shortTitle,
  titleCandidates,
} from "./message-title.ts";

const always = () => true;
const titles = (heading: string, markdown: string) =>
  titleCandidates(
    { heading, blocks: readDocument({ ...SAMPLE, title: "T", markdown, sources: [] }).blocks },
    always,
  );

describe("the title of a slide", () => {
  it("is the heading if that states something", () => {
    expect(titles("Gas use falls by two thirds", "**Both pools were metered.** Much.")[0]).toBe(
      "Gas use falls by two thirds",
    );
  });

  it("is the first statement in bold below a heading that names a topic", () => {
    expect(
      titles("Background", "It was cold.\n\n**Pools lose most of their heat.** And so on.")[0],
    ).toBe("Pools lose most of their heat");
  });

  it("is else the first sentence with a verb, cut at a clause", () => {
    expect(
      titles(
        "Prices",
        "The table ranks the seven indoor pools; the lidos are left out because none of them pays back within the life of the machine. More.",
      )[0],
    ).toBe("The table ranks the seven indoor pools");
  });

  it("is the heading rather than a fragment or what leads to a list", () => {
    expect(titles("Open points", "- Roof\n- Grid")[0]).toBe("Open points");
    expect(titles("Steps", "The work is done as follows:\n\n1. Roof")[0]).toBe("Steps");
  });

  it("is anything rather than the name of the method, the limits or the answer", () => {
    expect(titles("Method", "Four searches in two languages.")[0]).toBe(
      "Four searches in two languages",
    );
    expect(titles("Method", "It was computed as follows:\n\n- ☑ Roof")[0]).toBe(
      "It was computed as follows",
    );
  });

  it("offers further sentences for the slides that follow", () => {
    expect(
      titles("Prices fall in every town", "Gas was dear. It is cheap.\n\nPower is dear."),
    ).toEqual(["Prices fall in every town", "Gas was dear", "Power is dear"]);
  });
});

describe("a message", () => {
  it.each([
    "Nordbad, Harbour and Riverside pay back within nine years",
    "Gas use falls by two thirds in both monitored pools",
    "Der Verbrauch sinkt in jedem Winter",
    "Les coûts baissent partout",
    "三施設は九年以内に回収できる",
    "تُسترد كلفة الشمال خلال ثماني سنوات",
  ])("is a sentence: %s", (heading) => {
    expect(isMessage(heading)).toBe(true);
  });

  it.each([
    "Answer",
    "Limits",
    "Method",
    "Comparison",
    "Costs and benefits of heat pumps",
    "Alle Werte",
    "背景",
    "",
  ])("is not the name of a topic: %s", (heading) => {
    expect(isMessage(heading)).toBe(false);
  });
});

describe("a long sentence", () => {
  it("keeps the clauses that fit", () => {
    const text =
      "Heat pumps deliver three units of heat, even in January, when the air is colder than in any other month of the year.";
    expect(shortTitle(text, always)).toBe(
      "Heat pumps deliver three units of heat, even in January",
    );
  });

  it("is cut behind its fourteenth word where it has no clauses", () => {
    const text = "one ".repeat(30).trim();
    expect(shortTitle(text, always)).toBe(`${"one ".repeat(14).trim()}…`);
  });

  it("is never longer than two lines, whatever its script", () => {
    const fits = (title: string) => title.length <= 20;
    expect(shortTitle("公".repeat(50), fits)).toBe(`${"公".repeat(19)}…`);
    expect(fits(shortTitle("x".repeat(500), fits))).toBe(true);
  });

  it("does not cut numbers at their commas", () => {
    const text = `They bring 1,169 of 1,688 tonnes ${"and more ".repeat(10)}`;
    expect(shortTitle(text, always)).toContain("1,169 of 1,688");
  });
});

describe("the title of several findings", () => {
  it("has as many of their sentences as it holds", () => {
    const sentences = [
      "Three pools cause most.",
      `It is ${"very ".repeat(14)}cold.`,
      "Air matters.",
    ];
    expect(joinedTitle(sentences, always)).toBe("Three pools cause most. Air matters.");
    expect(joinedTitle(["Three pools cause most."], always)).toBe("Three pools cause most");
  });
});

it("tells whether a title says a whole sentence", () => {
  expect(isSameTitle("Convert three pools.", "Convert three pools")).toBe(true);
  expect(isSameTitle("Convert three pools, then others.", "Convert three pools")).toBe(false);
});
