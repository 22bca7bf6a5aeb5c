// Apart from the tables, so that the running program does not load the schema language.

interface SecurityEventFacts {
  /** As the console shows it. */
  readonly label: string;
  /** A stranger can cause it at will, so that its rows are bounded. */
  readonly isRefusal?: true;
}

/** Everything that the security log records. A new kind needs a migration of the check on its column. */
export const SECURITY_EVENTS = {
  sign_in: { label: "Signed in" },
  sign_in_refused: { label: "Sign-in refused", isRefusal: true },
  sign_out: { label: "Signed out" },
  sessions_ended: { label: "Sessions ended" },
  password_changed: { label: "Password changed" },
  password_reset: { label: "Password reset by the operator" },
  role_changed: { label: "Role changed" },
  member_removed: { label: "Member removed" },
  member_left: { label: "Member left" },
  token_created: { label: "Token created" },
  token_revoked: { label: "Token revoked" },
  token_refused: { label: "Token refused", isRefusal: true },
  grant_given: { label: "App authorized" },
  grant_ended: { label: "App access ended" },
  invitation_created: { label: "Invitation created" },
  invitation_accepted: { label: "Invitation accepted" },
  invitation_revoked: { label: "Invitation revoked" },
  review_decision_refused: { label: "Review decision refused", isRefusal: true },
  credential_refused: { label: "Credential refused", isRefusal: true },
  user_disabled: { label: "User disabled" },
  user_enabled: { label: "User enabled" },
  user_removed: { label: "User removed" },
  organization_created: { label: "Organization created" },
  organization_renamed: { label: "Organization renamed" },
  who_decides_changed: { label: "Who may decide changed" },
  share_link_created: { label: "Public link created" },
  share_link_revoked: { label: "Public link revoked" },
  share_link_used: { label: "Public link opened for the first time" },
  public_links_changed: { label: "Public links allowed or forbidden" },
  document_theme_changed: { label: "Look of documents changed" },
  pin_set: { label: "Review PIN set" },
  pin_removed: { label: "Review PIN removed" },
  pin_refused: { label: "Review PIN refused", isRefusal: true },
  webhook_created: { label: "Webhook created" },
  webhook_changed: { label: "Webhook changed" },
  webhook_secret_rotated: { label: "Webhook secret rotated" },
  webhook_disabled: { label: "Webhook disabled by the server" },
  webhook_removed: { label: "Webhook removed" },
  plan_deleted: { label: "Plan deleted" },
  artifact_deleted: { label: "Artifact deleted" },
  output_deleted: { label: "Report deleted" },
  person_deleted: { label: "Person's data deleted" },
  data_exported: { label: "Research exported" },
  plan_imported: { label: "Plan imported" },
  data_pruned: { label: "Old data removed" },
  security_log_exported: { label: "Security log exported" },
  backup_restored: { label: "Backup restored" },
} as const satisfies Record<string, SecurityEventFacts>;

export type SecurityEventKind = keyof typeof SECURITY_EVENTS;

export const SECURITY_EVENT_KINDS = Object.keys(SECURITY_EVENTS) as SecurityEventKind[];

/** How the request proved on whose behalf it runs. */
export const CREDENTIAL_KINDS = ["session", "token", "oauth", "cli", "none"] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];
