export {
  type Ability,
  ACTIONS,
  type Action,
  abilityOf,
  DEFAULT_SCOPES,
  ROLES,
  type Role,
  SCOPES,
  type Scope,
  SUBJECTS,
  type Subject,
} from "./ability.ts";
export { PERMISSIONS, type Permission, permissionsOf, scopesThatHelp } from "./permissions.ts";
