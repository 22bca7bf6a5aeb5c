import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { RELOAD_CONSOLE, type Team, useCan } from "../../../api/account.ts";
import { api } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { ROLE_LABELS } from "../../../format/labels.ts";
import { t } from "../../../language/messages.ts";
import { type Setting, SettingList, SettingsSection } from "../settings-section.tsx";
import { FieldRow, MutationForm, NameField } from "./mutation-form.tsx";
import { useChange } from "./use-change.ts";

export function OrganizationSection({ team }: { team: Team }) {
  const { organizationId, organizationName, role, userName, userEmail } = team;
  const canRename = useCan("admin");
  const settings: Setting[] = [
    {
      name: t("Organization"),
      value: <bdi>{organizationName}</bdi>,
      about: t("Your role: {role}. ID: {id}.", { role: ROLE_LABELS[role], id: organizationId }),
    },
    { name: t("You"), value: <bdi>{userName}</bdi>, about: userEmail },
  ];
  return (
    <SettingsSection title={t("Organization")}>
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
    api.organization.rename.mutationOptions(change(t("Organization renamed."))),
  );
  return (
    <NameForm
      label={t("Rename the organization")}
      initialName={name}
      action={t("Rename")}
      mutation={mutation}
    />
  );
}

function CreateAnother() {
  const mutation = useMutation(api.organization.create.mutationOptions(RELOAD_CONSOLE));
  return (
    <NameForm
      label={t("Create another organization")}
      initialName=""
      action={t("Create and switch")}
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
