import { useMutation, useQuery } from "@tanstack/react-query";
import { api, type Replies } from "../../../api/api.ts";
import { QueryView } from "../../../components/query-view.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { SettingsSection } from "../settings-section.tsx";
import { Day, RevocableRow, Rows } from "./rows.tsx";
import { useChange } from "./use-change.ts";

type Grant = Replies["grant"]["list"]["grants"][number];

/** Apps that the user authorized with OAuth. Their names are self-declared. */
export function AppsSection() {
  const query = useQuery(api.grant.list.queryOptions());
  return (
    <SettingsSection title="Connected apps">
      <QueryView
        query={query}
        what="the connected apps"
        lines={3}
        isEmpty={({ grants }) => grants.length === 0}
        empty={
          <p className="text-soft">
            No connected apps. <TextLink to="/connect">Connect one</TextLink>
          </p>
        }
      >
        {({ grants }) => (
          <Rows label="Connected apps">
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
  const mutation = useMutation(api.grant.revoke.mutationOptions(change("Access revoked.")));
  return (
    <RevocableRow
      name={<bdi>{clientName}</bdi>}
      about={
        <>
          {scopes.join(", ")}; authorized on <Day at={createdAt} />
        </>
      }
      what={`the access of ${clientName}`}
      title="Revoke this access?"
      mutation={mutation}
      onRevoke={() => mutation.mutate({ grantId: id })}
    >
      <bdi>{clientName}</bdi> loses access at once and has to ask you again.
    </RevocableRow>
  );
}
