/** The proofs of agents, histories, repeats, crosstalk, contention and tenants with three replicas behind nginx and PgBouncer; one is killed and one stopped under load. */
import { runTestsAsProof } from "./support/tests-as-proof.ts";

runTestsAsProof("replicas", { project: "e2e-commands", file: "test/e2e/replicas.test.ts" });
