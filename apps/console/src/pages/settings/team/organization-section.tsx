import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { RELOAD_CONSOLE, type Team, useCan } from "../../../api/account.ts";
import { api } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { type Setting, SettingList, SettingsSection } from "../settings-section.tsx";
import { FieldRow, MutationForm, NameField } from "./mutation-form.tsx";
import { useChange } from "./use-change.ts";

export function OrganizationSection({ team }: { team: Team }) {
  const { organizationId, organizationName, role, userName, userEmail } = team;
  const canRename = useCan("admin");
  const settings: Setting[] = [
    {
      name: "Organization",
      value: <bdi>{organizationName}</bdi>,
      about: `Your role: ${role}. Id: ${organizationId}.`,
    },
    { name: "You", value: <bdi>{userName}</bdi>, about: userEmail },
  ];
  return (
    <SettingsSection title="Organization">
      <div className="grid gap-5">
        <SettingList settings={settings} />
        {canRename && <Rename key={organizationName} name={organizationName} />}
        {team.canCreateOrganizations && <CreateAnother />}
      </div>
    </SettingsSection>
  );
}

function Rename({ name }: { name: string }) {
  const change = useChange();
  const mutation = useMutation(
    api.organization.rename.mutationOptions(change("Organization renamed.")),
  );
  return (
    <NameForm
      label="Rename the organization"
      initialName={name}
      action="Rename"
      mutation={mutation}
    />
  );
}

function CreateAnother() {
  const mutation = useMutation(api.organization.create.mutationOptions(RELOAD_CONSOLE));
  return (
    <NameForm
      label="Create another organization"
      initialName=""
      action="Create and switch"
      mutation={mutation}
    />
  );
}

function NameForm({
  label,
  initialName,
  action,
  mutation: { isPending, error, mutate },
}: {
  label: string;
  initialName: string;
  action: string;
  mutation: { isPending: boolean; error: unknown; mutate: (input: { name: string }) => void };
}) {
  const [name, setName] = useState(initialName);
  return (
    <MutationForm error={error} onSubmit={() => mutate({ name })}>
      <FieldRow>
        <NameField label={label} value={name} onText={setName} />
        <Button type="submit" disabled={isPending || name.trim() === "" || name === initialName}>
          {action}
        </Button>
      </FieldRow>
    </MutationForm>
  );
}
