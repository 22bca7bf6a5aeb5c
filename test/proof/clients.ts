/** Real AI clients with a scripted model: connect, list, loop, pages, errors, cancellation, dialogs, undo; stdio and HTTP. */
import { runClients } from "../clients/run/run-clients.ts";

process.exitCode = await runClients(process.argv.slice(2));
