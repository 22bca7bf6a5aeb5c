import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Team, useMay } from "../../../api/account.ts";
import { api } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { type Setting, SettingList, SettingsSection } from "../settings-section.tsx";
import { Failure } from "./parts.tsx";
import { useChange } from "./use-change.ts";

const LONGEST_NAME = 100;

export function OrganizationSection({ team }: { team: Team }) {
  const { organizationName, role, userName, userEmail } = team;
  const mayRename = useMay("admin");
  const settings: Setting[] = [
    { name: "Organization", value: <bdi>{organizationName}</bdi>, about: `Your role: ${role}.` },
    { name: "You", value: <bdi>{userName}</bdi>, about: userEmail },
  ];
  return (
    <SettingsSection title="Organization">
      <div className="grid gap-5">
        <SettingList settings={settings} />
        {mayRename && <Rename key={organizationName} name={organizationName} />}
        <CreateAnother />
      </div>
    </SettingsSection>
  );
}

function Rename({ name }: { name: string }) {
  const change = useChange();
  const mutation = useMutation(
    api.organization.rename.mutationOptions(change("The organization has its new name.")),
  );
  return (
    <NameForm
      label="Rename the organization"
      before={name}
      action="Rename"
      isPending={mutation.isPending}
      onName={(chosen) => mutation.mutate({ name: chosen })}
    >
      <Failure error={mutation.error} />
    </NameForm>
  );
}

/** One goes on in the new one, with everything loaded anew. */
function CreateAnother() {
  const mutation = useMutation(
    api.organization.create.mutationOptions({
      networkMode: "always",
      onSuccess: () => window.location.assign("/"),
    }),
  );
  return (
    <NameForm
      label="Create another organization"
      before=""
      action="Create and go there"
      isPending={mutation.isPending}
      onName={(name) => mutation.mutate({ name })}
    >
      <Failure error={mutation.error} />
    </NameForm>
  );
}

function NameForm({
  label,
  before,
  action,
  isPending,
  onName,
  children,
}: {
  label: string;
  before: string;
  action: string;
  isPending: boolean;
  onName: (name: string) => void;
  children: ReactNode;
}) {
  const [name, setName] = useState(before);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onName(name);
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={label}
          value={name}
          onText={setName}
          required
          maxLength={LONGEST_NAME}
          autoComplete="off"
          className="flex-1 basis-56"
        />
        <Button type="submit" disabled={isPending || name.trim() === "" || name === before}>
          {action}
        </Button>
      </div>
      {children}
    </form>
  );
}
