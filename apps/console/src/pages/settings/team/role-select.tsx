import type { Team } from "../../../api/account.ts";
import { Select } from "../../../components/select.tsx";
import { t } from "../../../language/messages.ts";

export type Role = Team["role"];

const MEANINGS: Readonly<Record<Role, string>> = {
  owner: t("Owner: everything"),
  admin: t("Admin: people and research"),
  member: t("Member: research and reviews"),
  viewer: t("Viewer: reads"),
};

interface RoleSelectProps {
  readonly label: string;
  readonly roles: readonly Role[];
  readonly chosen: Role;
  readonly onChange: (role: Role) => void;
}

export function RoleSelect({ label, roles, chosen, onChange }: RoleSelectProps) {
  return (
    <Select
      label={label}
      options={roles.map((value) => ({ value, label: MEANINGS[value] }))}
      chosen={chosen}
      onChange={(role) => role && onChange(role)}
    />
  );
}
