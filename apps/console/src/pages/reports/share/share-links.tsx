import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Replies } from "../../../api/api.ts";
import { describeError } from "../../../api/describe-error.ts";
import { useMemberName } from "../../../api/use-person-name.ts";
import { Button } from "../../../components/button.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { dateText, plural, t } from "../../../language/messages.ts";
import { ShareSwitch } from "./share-switch.tsx";
import { useShareLinks } from "./use-share-links.ts";

type SharedLink = Replies["share"]["list"]["links"][number];

const STATES: Readonly<Record<SharedLink["state"], string>> = {
  active: t("Active"),
  expired: t("Expired"),
  revoked: t("Revoked"),
};

/** The switch of the organization and all its public links, for Settings. */
export function ShareSettings() {
  const { data } = useShareLinks();
  if (!data) return null;
  return (
    <div className="grid gap-4">
      {!data.isLocal && <ShareSwitch isAllowed={data.isAllowed} />}
      <ShareLinks />
    </div>
  );
}

/** The public links of a plan, or of the whole organization, each of which can be revoked. */
export function ShareLinks({ planId }: { planId?: string }) {
  const { data } = useShareLinks(planId);
  const queries = useQueryClient();
  const revoke = useMutation(
    api.share.revoke.mutationOptions({
      onSettled: () => queries.invalidateQueries(api.share.pathFilter()),
    }),
  );
  if (!data) return null;
  if (data.links.length === 0) {
    return planId ? null : <p className="text-soft">{t("No public links.")}</p>;
  }
  return (
    <section aria-label={t("Public links")}>
      <h3 className="mb-2 font-semibold">{t("Public links")}</h3>
      <ul className="divide-y divide-line rounded-md border border-line">
        {data.links.map((link) => (
          <li key={link.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
            <Facts link={link} isOfPlan={planId !== undefined} />
            {link.state === "active" && link.canRevoke && (
              <Button
                className="ms-auto"
                disabled={revoke.isPending}
                onClick={() => revoke.mutate({ linkId: link.id })}
              >
                {t("Revoke")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {revoke.error && (
        <p role="alert" className="mt-2 text-bad text-sm">
          {describeError(revoke.error).message}
        </p>
      )}
    </section>
  );
}

function Facts({ link, isOfPlan }: { link: SharedLink; isOfPlan: boolean }) {
  const memberName = useMemberName();
  const { outputId, version, state, ending, expiresAt, uses, createdBy } = link;
  const day = dateText(new Date(expiresAt), { dateStyle: "medium" });
  const creator = memberName(createdBy);
  const facts = [
    outputId === null ? t("always the newest version") : t("Version {version}", { version }),
    state === "active" ? t("until {day}", { day }) : STATES[state],
    uses === 0 ? t("not opened yet") : plural(uses, "opened {count} time", "opened {count} times"),
    ...(creator ? [creator] : []),
  ];
  return (
    <div className="min-w-0">
      {!isOfPlan && (
        <p className="break-words font-medium">
          {outputId ? (
            <TextLink to="/reports/$outputId" params={{ outputId }} search={{}}>
              {link.title}
            </TextLink>
          ) : (
            link.title
          )}
        </p>
      )}
      <p className={state === "active" ? "" : "text-soft"}>
        <code className="font-mono text-sm">…{ending}</code> · {facts.join(" · ")}
      </p>
    </div>
  );
}
