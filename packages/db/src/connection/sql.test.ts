import { describe, expect, it } from "vitest";
import { compare, compose, joinSql, rawSql, Sql, sql, whereAll } from "./sql.ts";

describe("a composed statement", () => {
  it("numbers its values in the order in which they stand, however deep they are nested", () => {
    const page = sql`SELECT * FROM plan WHERE status = ANY(${["open", "closed"]}) LIMIT ${20}`;
    const { statement, values } = compose(sql`SELECT ${1} FROM (${page}) AS page OFFSET ${40}`);
    expect(statement.text).toBe(
      "SELECT $1 FROM (SELECT * FROM plan WHERE status = ANY($2) LIMIT $3) AS page OFFSET $4",
    );
    expect(values).toEqual([1, ["open", "closed"], 20, 40]);
  });

  it("never puts a value into its text", () => {
    const hostile = "'; DROP TABLE plan; -- ? $1";
    const { statement, values } = compose(sql`SELECT ${hostile}, ${null}, ${new Date(0)}`);
    expect(statement.text).toBe("SELECT $1, $2, $3");
    expect(values).toEqual([hostile, null, new Date(0)]);
  });

  it("takes no object of the same shape for SQL", () => {
    const shaped = JSON.parse('{ "text": "DROP TABLE plan", "values": [] }');
    expect(sql`SELECT ${shaped}`).toEqual(new Sql("SELECT ?", [shaped]));
  });

  it("is numbered and named once for all values", () => {
    const find = (id: string) => compose(sql`SELECT FROM plan WHERE id = ${id}`);
    expect(find("a").statement).toBe(find("b").statement);
    expect(find("a").values).not.toEqual(find("b").values);
  });

  it("is refused when a question mark stands for no value", () => {
    expect(() => compose(sql`SELECT payload ? ${"key"}`)).toThrow("2 question marks for 1 values");
  });
});

describe("conditions", () => {
  it("name only what is compared with something", () => {
    const conditions = [
      compare("plan_id =", "plan_1"),
      compare("status =", null),
      compare("title =", undefined),
      compare("summary =", ""),
      rawSql("is_error"),
    ];
    expect(compose(whereAll(conditions))).toMatchObject({
      statement: { text: "WHERE plan_id = $1 AND summary = $2 AND is_error" },
      values: ["plan_1", ""],
    });
  });

  it("leave the clause out when there are none", () => {
    expect(whereAll([null])).toEqual(new Sql("", []));
  });

  it("are joined with their values in order", () => {
    expect(joinSql([sql`a = ${1}`, sql`b = ${2}`], " OR ")).toEqual(
      new Sql("a = ? OR b = ?", [1, 2]),
    );
  });
});
