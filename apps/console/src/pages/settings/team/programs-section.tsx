import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, type Replies } from "../../../api/api.ts";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { SettingsSection } from "../settings-section.tsx";
import { Awaited, Day, Failure, Row, Rows } from "./parts.tsx";
import { useChange } from "./use-change.ts";

type Grant = Replies["grant"]["list"]["grants"][number];

/** What the person let in by OAuth; the names are those that the programs gave themselves. */
export function ProgramsSection() {
  const query = useQuery(api.grant.list.queryOptions());
  const grants = query.data?.grants;
  return (
    <SettingsSection title="Programs with access">
      {!grants && <Awaited what="programs" query={query} />}
      {grants?.length === 0 && (
        <p className="text-soft">
          You have let no program into this organization.{" "}
          <Link to="/connect" className="text-accent underline">
            Connect one
          </Link>
        </p>
      )}
      {grants && grants.length > 0 && (
        <Rows label="Programs with access">
          {grants.map((grant) => (
            <GrantRow key={grant.id} grant={grant} />
          ))}
        </Rows>
      )}
    </SettingsSection>
  );
}

function GrantRow({ grant: { id, clientName, scopes, createdAt } }: { grant: Grant }) {
  const change = useChange();
  const mutation = useMutation(
    api.grant.revoke.mutationOptions(change("The program has no access any more.")),
  );
  return (
    <Row
      name={<bdi>{clientName}</bdi>}
      about={
        <>
          {scopes.join(", ")}; let in on <Day at={createdAt} />
        </>
      }
    >
      <ConfirmButton
        label="Revoke"
        what={`the access of ${clientName}`}
        title="Revoke this access?"
        action="Revoke"
        isPending={mutation.isPending}
        onConfirm={() => mutation.mutate({ grantId: id })}
      >
        <bdi>{clientName}</bdi> is out at once, and has to ask you again.
      </ConfirmButton>
      <Failure error={mutation.error} />
    </Row>
  );
}
