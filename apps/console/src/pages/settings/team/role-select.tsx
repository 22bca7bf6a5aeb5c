import type { Team } from "../../../api/account.ts";
import { Select } from "../../../components/select.tsx";

export type Role = Team["role"];

const MEANINGS: Readonly<Record<Role, string>> = {
  owner: "Owner: everything",
  admin: "Admin: people and research",
  member: "Member: research and reviews",
  viewer: "Viewer: reads",
};

export function RoleSelect({
  label,
  roles,
  chosen,
  onChange,
}: {
  label: string;
  roles: readonly Role[];
  chosen: Role;
  onChange: (role: Role) => void;
}) {
  return (
    <Select
      label={label}
      options={roles.map((value) => ({ value, label: MEANINGS[value] }))}
      chosen={chosen}
      onChange={(role) => role && onChange(role)}
    />
  );
}
