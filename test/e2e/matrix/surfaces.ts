import { ROLES } from "@trovella/foundation";
import { OUTPUT_FORMATS } from "@trovella/research";
import { ERAS } from "@trovella/testing/mcp/mcp-client";
import { describe, expect, it } from "vitest";
import { type Caller, outcomeOf, replyIn } from "./caller.ts";
import { unlike } from "./judge.ts";
import { kindOf } from "./kinds.ts";
import type { Matrix } from "./matrix.ts";

const LISTS = [
  ...["tools/list", "prompts/list", "resources/list", "resources/templates/list", "skills/list"],
];

interface Named {
  readonly name: string;
  readonly arguments?: readonly { readonly name: string }[];
}

/** Tests of resources, prompts and downloads. */
export function describeSurfaces(matrixOf: () => Matrix): void {
  describe.each(ROLES)("for a %s", (role) => {
    const era = ERAS[ROLES.indexOf(role) % ERAS.length] ?? ERAS[0];

    it("resources and completions of their URIs show nothing of others", async () => {
      const matrix = matrixOf();
      const caller = await matrix.member(role);
      for (const list of LISTS) expect(outcomeOf(await caller.method(list, {}, era))).toBe("done");
      const { resourceTemplates } = replyIn<{ resourceTemplates: { uriTemplate: string }[] }>(
        await caller.method("resources/templates/list", {}, era),
      );
      expect(resourceTemplates.length).toBeGreaterThan(1);
      for (const { uriTemplate } of resourceTemplates) {
        const [, variable = ""] = /\{(\w+)\}/.exec(uriTemplate) ?? [];
        const id = foreignId(matrix, variable, uriTemplate);
        const addressOf = (given: string) => uriTemplate.replace(`{${variable}}`, given);
        const read = (uri: string) => caller.method("resources/read", { uri }, era);
        await compareBoth(matrix, `reading ${uriTemplate}`, id, (given) => read(addressOf(given)));
        const own = matrix.ours.ids[kindOf(variable, uriTemplate) as "plan"];
        expect((await read(addressOf(own))).body).toContain(matrix.ours.canary);
        const ref = { type: "ref/resource", uri: uriTemplate };
        await completeAll(matrix, caller, { ref, name: variable, id });
      }
      const profile = await caller.method(
        "resources/read",
        { uri: "trovella://user/profile" },
        era,
      );
      expect(profile.body).toContain(matrix.ours.organizationId);
      expect(matrix.problems.splice(0)).toEqual([]);
    });

    it("prompts and completions of their arguments show nothing of others", async () => {
      const matrix = matrixOf();
      const caller = await matrix.member(role);
      const { prompts } = replyIn<{ prompts: readonly Named[] }>(
        await caller.method("prompts/list", {}, era),
      );
      expect(prompts.length).toBeGreaterThan(3);
      for (const { name, arguments: given = [] } of prompts) {
        for (const argument of given) {
          const id = matrix.others.ids.plan;
          await compareBoth(matrix, `the prompt ${name}`, id, (value) =>
            caller.method("prompts/get", { name, arguments: { [argument.name]: value } }, era),
          );
          const ref = { type: "ref/prompt", name };
          await completeAll(matrix, caller, { ref, name: argument.name, id });
        }
      }
      expect(matrix.problems.splice(0)).toEqual([]);
    });

    it("downloads serve only outputs of the own organization, in every format", async () => {
      const matrix = matrixOf();
      const caller = await matrix.member(role);
      const { ours, others } = matrix;
      for (const format of ["", ...OUTPUT_FORMATS.map((name) => `?format=${name}`)]) {
        await compareBoth(matrix, `a download ${format}`, others.ids.output, async (id) => {
          const exchange = await caller.get(`/api/outputs/${encodeURIComponent(id)}${format}`);
          expect(exchange.status).toBe(404);
          return exchange;
        });
      }
      const own = await caller.get(
        `/api/outputs/${encodeURIComponent(ours.ids.output)}?format=markdown`,
      );
      expect([own.status, own.body.includes(ours.canary)]).toEqual([200, true]);
      expect(matrix.problems.splice(0)).toEqual([]);
    });
  });
}

/** An id, its prefix, and a word of the texts. */
async function completeAll(
  matrix: Matrix,
  caller: Caller,
  { ref, name, id }: { readonly ref: object; readonly name: string; readonly id: string },
): Promise<void> {
  for (const value of [id, id.slice(0, -3), matrix.others.word]) {
    await compareBoth(matrix, `completing ${name} of ${JSON.stringify(ref)}`, value, (given) =>
      caller.method("completion/complete", { ref, argument: { name, value: given } }),
    );
  }
  const beginning = id.slice(0, 6);
  const argument = { name, value: beginning };
  expect(outcomeOf(await caller.method("completion/complete", { ref, argument }))).toBe("done");
}

async function compareBoth(
  { compare }: Matrix,
  what: string,
  id: string,
  ask: (id: string) => ReturnType<Caller["get"]>,
): Promise<void> {
  compare(what, [await ask(id), [id]], [await ask(unlike(id)), [unlike(id)]]);
}

function foreignId({ others }: Matrix, variable: string, place: string): string {
  const kind = kindOf(variable, place);
  if (kind === "cursor") throw new Error(`${place} has a cursor in its path.`);
  return others.ids[kind];
}
