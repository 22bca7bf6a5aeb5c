/** 200 calls that wait through three replicas behind nginx and PgBouncer: p95 from decision to reply at most 1 s, at most 5 database connections meanwhile. */
import { runTestsAsProof } from "./support/tests-as-proof.ts";

runTestsAsProof("waiting-calls", {
  project: "e2e-commands",
  file: "test/e2e/replicas.test.ts",
  test: "answer calls that wait",
});
