import { describe, expect, it } from "vitest";
import { droppedOrder, movedOrder } from "./moves.ts";

const step = (
  id: string,
  status: "pending" | "completed" = "pending",
  dependsOn: string[] = [],
) => ({
  id,
  status,
  dependsOn,
});

describe("moving a step", () => {
  it("changes places with its neighbour", () => {
    const steps = [step("a", "completed"), step("b"), step("c")];
    expect(movedOrder(steps, "b", "down")).toEqual(["a", "c", "b"]);
    expect(movedOrder(steps, "c", "up")).toEqual(["a", "c", "b"]);
  });

  it("is not possible past a step that has begun, a dependency or the ends", () => {
    const steps = [step("a", "completed"), step("b"), step("c", "pending", ["b"])];
    expect(movedOrder(steps, "b", "up")).toBeNull();
    expect(movedOrder(steps, "c", "up")).toBeNull();
    expect(movedOrder(steps, "b", "down")).toBeNull();
    expect(movedOrder(steps, "c", "down")).toBeNull();
    expect(movedOrder(steps, "unknown", "up")).toBeNull();
  });

  it("drops a step in the place of another one, after all that it depends on", () => {
    const steps = [step("a", "completed"), step("b"), step("c"), step("d", "pending", ["c"])];
    expect(droppedOrder(steps, "b", "c")).toEqual(["a", "c", "b", "d"]);
    expect(droppedOrder(steps, "d", "b")).toBeNull();
    expect(droppedOrder(steps, "b", "a")).toBeNull();
  });
});
