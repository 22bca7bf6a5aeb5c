import { expect, it } from "vitest";
import { writeCsv } from "./write-csv.ts";

const cellOf = (value: unknown) =>
  writeCsv({ column: () => value as string }, [null]).split("\r\n")[1];

it("has a header and a line for each row", () => {
  const columns = { Name: ({ name }: { name: string }) => name, "A, b": () => 1 };
  expect(writeCsv(columns, [{ name: "one" }, { name: "two" }])).toBe(
    'Name,"A, b"\r\none,1\r\ntwo,1\r\n',
  );
  expect(writeCsv(columns, [])).toBe('Name,"A, b"\r\n');
});

it.each([
  ["=1+1", "'=1+1"],
  ["  =1+1", "'  =1+1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["-2", "'-2"],
  [-2, "-2"],
  ["\t=1", `"'\t=1"`],
  ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
  ["＝1+1", "'＝1+1"],
  ["a\nb", '"a\nb"'],
  ["plain – 热泵", "plain – 热泵"],
  [null, ""],
  [true, "true"],
  [new Date("2026-01-02T03:04:05Z"), "2026-01-02T03:04:05.000Z"],
  [{ a: 1 }, '"{""a"":1}"'],
])("writes %j as %j", (value, text) => {
  expect(cellOf(value)?.replace(/^"([^"]*)$/, '"$1')).toBe(text.split("\r\n")[0]);
});
