import { expect, it } from "vitest";
import { quoteDifference } from "./quote-difference.ts";

const shown = (quote: string, source: string) =>
  quoteDifference(quote, source)
    .map(
      ({ kind, text }) =>
        ({ same: text, quote: `-${text}-`, source: `+${text}+`, elided: `(${text})` })[kind],
    )
    .join(" ");

it("says which words differ", () => {
  expect(shown("it fell by 31 % in winter", "It fell by 21 % in winter.")).toBe(
    "It fell by -31- +21+ % in winter.",
  );
});

it("says what the quote adds and what it leaves out without saying so", () => {
  expect(shown("it always works well", "it works well")).toBe("it -always- works well");
  expect(shown("it works well", "it rarely works well")).toBe("it +rarely+ works well");
});

it("shows the words that an ellipsis stands for", () => {
  expect(shown("Houses … paid more.", "Houses, which were old, paid more.")).toBe(
    "Houses, (which were old,) paid more.",
  );
  expect(shown("a [...] d", "a b c d")).toBe("a (b c) d");
});

it("does not mind notation", () => {
  expect(shown("“Heat pumps”  SAVE energy", "heat pumps save energy")).toBe(
    "heat pumps save energy",
  );
});

it("copes with nothing and with the longest texts", () => {
  expect(quoteDifference("", "")).toEqual([]);
  expect(quoteDifference("a", "")).toEqual([{ kind: "quote", text: "a" }]);
  const long = "word ".repeat(5_000);
  expect(quoteDifference(long, `${long}x`).length).toBeLessThanOrEqual(2);
});
