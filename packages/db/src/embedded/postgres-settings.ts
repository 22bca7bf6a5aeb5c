/**
 * What initdb writes into postgresql.conf, for one person's machine. Whatever is not named here keeps
 * PostgreSQL's default; above all fsync and full_page_writes stay on.
 */
export const SETTINGS: Readonly<Record<string, string>> = {
  // Reached by the socket alone, and only by the user that owns it.
  listen_addresses: "",
  unix_socket_permissions: "0700",

  // Several clients, each with a small pool; memory is taken when used.
  max_connections: "100",
  shared_buffers: "64MB",
  // Short statements: compiling them costs more than it brings.
  jit: "off",

  timezone: "UTC",
  log_timezone: "UTC",

  // The log is for finding faults: no statements and no values out of people's rows.
  log_min_messages: "warning",
  log_statement: "none",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  log_autovacuum_min_duration: "-1",
};
