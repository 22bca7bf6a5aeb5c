/**
 * The settings that initdb writes into postgresql.conf, for a personal machine. All others keep PostgreSQL's defaults;
 * above all fsync and full_page_writes stay on.
 */
export const SETTINGS: Readonly<Record<string, string>> = {
  // Reachable through the socket only, and only for its owner.
  listen_addresses: "",
  unix_socket_permissions: "0700",

  // Passwords are 256 random bits, which repeated hashing would not protect better; connecting stays quick.
  scram_iterations: "1",

  // Several clients, each with a small pool; memory is taken when used.
  max_connections: "100",
  shared_buffers: "64MB",
  // A read handed to an I/O worker that was killed waits forever; without these workers each process reads by itself.
  io_method: "sync",
  // Statements are short: compiling them costs more than it saves.
  jit: "off",

  timezone: "UTC",
  log_timezone: "UTC",

  // The log is for diagnosis: no statements, and no values out of the users' rows.
  log_min_messages: "warning",
  log_statement: "none",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  log_autovacuum_min_duration: "-1",
};
