import { useMutation, useQuery } from "@tanstack/react-query";
import { api, type Replies } from "../../../api/api.ts";
import { QueryView } from "../../../components/query-view.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { rich, t } from "../../../language/messages.ts";
import { SettingsSection } from "../settings-section.tsx";
import { Day, RevocableRow, Rows } from "./rows.tsx";
import { useChange } from "./use-change.ts";

type Grant = Replies["grant"]["list"]["grants"][number];

/** Apps that the user authorized with OAuth. Their names are self-declared. */
export function AppsSection() {
  const query = useQuery(api.grant.list.queryOptions());
  return (
    <SettingsSection title={t("Connected apps")}>
      <QueryView
        query={query}
        what={t("the connected apps")}
        lines={3}
        isEmpty={({ grants }) => grants.length === 0}
        empty={
          <p className="text-soft">
            {t("No connected apps.")} <TextLink to="/connect">{t("Connect one")}</TextLink>
          </p>
        }
      >
        {({ grants }) => (
          <Rows label={t("Connected apps")}>
            {grants.map((grant) => (
              <GrantRow key={grant.id} grant={grant} />
            ))}
          </Rows>
        )}
      </QueryView>
    </SettingsSection>
  );
}

function GrantRow({ grant: { id, clientName, scopes, createdAt } }: { grant: Grant }) {
  const change = useChange();
  const mutation = useMutation(api.grant.revoke.mutationOptions(change(t("Access revoked."))));
  return (
    <RevocableRow
      name={<bdi>{clientName}</bdi>}
      about={
        <>
          {scopes.join(", ")}; {rich("authorized on {day}", { day: <Day at={createdAt} /> })}
        </>
      }
      what={t("the access of {name}", { name: clientName })}
      title={t("Revoke this access?")}
      mutation={mutation}
      onRevoke={() => mutation.mutate({ grantId: id })}
    >
      {rich("{name} loses access at once and has to ask you again.", {
        name: <bdi>{clientName}</bdi>,
      })}
    </RevocableRow>
  );
}
