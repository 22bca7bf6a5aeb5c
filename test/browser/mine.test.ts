import { withClient } from "@trovella/db";
import { connectHttp } from "@trovella/testing/mcp/mcp-client";
import { findChromium } from "@trovella/testing/programs/chromium";
import { beforeAll, describe, expect, it } from "vitest";
import { addOrganization, cookieOf, type TestMember, tokenOf } from "../e2e/support/team-server.ts";
import { useBrowser, type Visit } from "./support/browser.ts";
import { expectGood } from "./support/expect-good.ts";
import { askForReview } from "./support/research-reviews.ts";
import { useTeamConsole } from "./support/team-console.ts";
import { section } from "./support/team-forms.ts";

const { chromium, reason } = await findChromium();
const SENTENCE = "Only Ada or an owner or admin of the organization (Olga, Boss) may decide";

/** Ada asks for a review; Charles joined her organization and has not connected a client. */
describe.skipIf(!chromium)(`Two people in one organization${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const team = useTeamConsole();
  let ada: TestMember;
  let charles: TestMember;
  let owner: TestMember;
  let handle = "";

  beforeAll(async () => {
    if (!chromium) return;
    const { owner: first, admin, member } = await addOrganization(team, "engines");
    owner = first;
    ada = member;
    charles = { ...member, userId: "usr_charles" };
    await withClient(team.target, async (client) => {
      await client.query(
        `INSERT INTO "user" (id, name, email) VALUES ('usr_charles', 'Charles', 'charles@test.example')`,
      );
      await client.query(
        `INSERT INTO member (id, organization_id, user_id, role) VALUES ('mem_charles', 'org_engines', 'usr_charles', 'member')`,
      );
      const names = { [ada.userId]: "Ada", [admin.userId]: "Boss", [owner.userId]: "Olga" };
      for (const [id, name] of Object.entries(names)) {
        await client.query(`UPDATE "user" SET name = $2 WHERE id = $1`, [id, name]);
      }
    });
    const assistant = await connectHttp(team.url, {
      token: await tokenOf(team.database, ada),
      name: "some-assistant",
    });
    ({ planId: handle } = await askForReview(assistant, { name: "[Deep] Secret of the engines" }));
    await assistant.close();
  });

  it("shows each what is theirs, says for whom the rest waits, and how to connect a client", async () => {
    const { page, offences } = await enter(charles, "/");
    await page.getByText("You're all caught up").waitFor();
    await page.getByRole("heading", { name: "Connect your AI client" }).waitFor();
    expect(await page.getByText("need you", { exact: false }).count()).toBe(0);
    await expectGood({ page, offences }, "mine-home", { isBrief: true });
    await page.getByRole("link", { name: "1 waits for others" }).click();
    await page.waitForURL(/\/inbox\?whose=all$/);
    await page.getByText("Waits for Ada").first().waitFor();
    await page.getByText("Ada’s plan").first().waitFor();
    await expectGood({ page, offences }, "mine-inbox-all", { isBrief: true });
    await page.getByRole("button", { name: "Mine", exact: true }).click();
    await page.getByText("You're all caught up").waitFor();

    await page.goto(`${team.url}/plans`);
    await page.getByText("No plan of yours matches").waitFor();
    const whose = page.getByRole("group", { name: "Whose", exact: true });
    await whose.getByRole("button", { name: "All", exact: true }).click();
    await page.getByText("Ada’s plan").waitFor();
    expect(page.url()).toContain("whose=all");

    const own = await enter(ada, "/");
    await own.page.getByRole("link", { name: "Decide" }).waitFor();
    await own.page.getByText("Waits for you").waitFor();
    expect(await own.page.getByText("Connect your AI client").count()).toBe(0);
    expect([...offences, ...own.offences]).toEqual([]);
  });

  it("lets an owner say who may decide; the others are told who may", async () => {
    const settings = await enter(owner, "/settings/reviews");
    const rule = section(settings.page, "Who may decide reviews");
    await rule.getByLabel("Who may decide reviews").selectOption("assignee");
    await settings.page.getByText("Changed who may decide.").waitFor();
    await rule.scrollIntoViewIfNeeded();
    await expectGood(settings, "mine-settings", { isBrief: true });
    await settings.page.getByRole("link", { name: "Security" }).click();
    await section(settings.page, "Security log")
      .getByRole("listitem")
      .getByText("Who may decide changed")
      .first()
      .waitFor();

    // The link that an assistant gives: the plan is not his, and he sees it all the same.
    const { page, offences } = await enter(charles, `/inbox?item=${handle}`);
    await page.getByText(SENTENCE).waitFor();
    expect(await page.getByRole("button", { name: /Approve/ }).count()).toBe(0);
    expect(await page.getByRole("combobox", { name: "Who is asked" }).count()).toBe(0);
    await expectGood({ page, offences }, "mine-inbox-refused", { isBrief: true });
    expect([...offences, ...settings.offences]).toEqual([]);
  });

  it("hands a review on, which then waits for the other", async () => {
    const { page, offences } = await enter(ada, `/plans/${handle}`);
    await page.getByText("This plan needs your review").waitFor();
    await page.getByLabel("Who is asked to review this plan").selectOption({ label: "Charles" });
    await page.getByText("Assigned.").waitFor();
    await page.getByText("Waits for Charles").first().waitFor();
    await expectGood({ page, offences }, "mine-plan-assigned", { isBrief: true });

    const other = await enter(charles, "/inbox");
    await other.page.getByText("Waits for you").first().waitFor();
    await other.page
      .getByRole("button", { name: /Approve/ })
      .first()
      .waitFor();
    expect(await other.page.getByText(SENTENCE).count()).toBe(0);
    await page.goto(`${team.url}/plans/${handle}?tab=activity`);
    await page.getByText("Charles is asked to review the plan").waitFor();
    expect([...offences, ...other.offences]).toEqual([]);
  });

  async function enter(member: TestMember, address: string): Promise<Visit> {
    const visited = await visit(`${team.url}/api/auth/sign-in`);
    const [name = "", value = ""] = (await cookieOf(team, member)).split("=");
    await visited.page.context().addCookies([{ name, value, url: team.url }]);
    await visited.page.goto(team.url + address);
    await visited.page.getByRole("heading", { level: 1 }).waitFor();
    return visited;
  }
});
