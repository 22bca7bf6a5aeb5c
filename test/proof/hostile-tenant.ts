/** Two organizations on one server, one of them hostile in four ways: the other has no errors, and its p95 stays within 3 times that of quiet times. */
import { runTestsAsProof } from "./support/tests-as-proof.ts";

runTestsAsProof("hostile-tenant", {
  project: "e2e-commands",
  file: "test/e2e/hostile-tenant.test.ts",
});
