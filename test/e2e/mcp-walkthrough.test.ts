import { describe, expect, it } from "vitest";
import { WAYS } from "./support/mcp-connections.ts";
import { query } from "./support/mcp-rows.ts";
import { useTrovella } from "./support/mcp-support.ts";
import { runTrovella } from "./support/trovella-process.ts";
import { advancing } from "./walkthrough/advancing.ts";
import { auditing } from "./walkthrough/audit-log.ts";
import { branching } from "./walkthrough/branching.ts";
import { logging } from "./walkthrough/call-log.ts";
import { completing } from "./walkthrough/completing.ts";
import { creating } from "./walkthrough/creating.ts";
import { gating } from "./walkthrough/gates.ts";
import { modifying } from "./walkthrough/modifying.ts";
import { refusing } from "./walkthrough/refusing.ts";
import { remembering } from "./walkthrough/remembering.ts";
import { attaching } from "./walkthrough/resources.ts";
import { resuming } from "./walkthrough/resuming.ts";
import { reviewing } from "./walkthrough/reviewing.ts";
import { stalling } from "./walkthrough/stalling.ts";
import { storing } from "./walkthrough/storing.ts";
import { submitting } from "./walkthrough/submitting.ts";

// The life cycle of a plan on every transport and in every protocol generation. Starting a server takes
// longer than most tests, so all parts share one per combination.

describe.each(WAYS)("over $transport in $era", (way) => {
  const trovella = useTrovella(way);

  creating(trovella);
  advancing(trovella);
  submitting(trovella);
  branching(trovella);
  gating(trovella);
  reviewing(trovella);
  completing(trovella);
  storing(trovella);
  remembering(trovella);
  modifying(trovella);
  resuming(trovella);
  stalling(trovella);
  refusing(trovella);
  auditing(trovella);
  logging(trovella);
  attaching(trovella);
});

describe("afterwards", () => {
  it("the tool-call log has no row of ping", async () => {
    expect(await query("SELECT FROM mcp_tool_call_log WHERE tool_name = 'ping'")).toEqual([]);
  });

  it("`trovella verify` finds no difference between plans and audit logs", async () => {
    const { stdout, stderr, exitCode } = await runTrovella(["verify"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toMatch(
      /^Replayed [\d,]+ events of [\d,]{3,} plans and verified \d+ checkpoints?: 0 differences\.\n$/,
    );
    const { sources, chunks } = JSON.parse((await runTrovella(["verify", "--json"])).stdout);
    expect(sources).toBeGreaterThan(40);
    expect(chunks).toBeGreaterThanOrEqual(sources);
  });
});
