import { expect, it } from "vitest";
import { inheritedDescriptors, isInheritable } from "./inherited-descriptors.ts";
import { descriptors } from "./launch.ts";

it("recognizes a descriptor that a child would inherit", () => {
  expect(isInheritable("pos:\t0\nflags:\t0100001\nmnt_id:\t15\n")).toBe(true);
  expect(isInheritable("pos:\t0\nflags:\t02100001\nmnt_id:\t15\n")).toBe(false);
  expect(isInheritable("")).toBe(false);
});

it("lists only descriptors beyond the first three", () => {
  expect(inheritedDescriptors().every((descriptor) => descriptor > 2)).toBe(true);
});

it("gives PostgreSQL no input and its log as output, and replaces what it would inherit", () => {
  expect(descriptors({ nothing: 20, log: 21, inherited: [] })).toEqual([20, 21, 21]);
  const covered = descriptors({ nothing: 20, log: 21, inherited: [5] });
  expect(covered).toEqual([20, 21, 21, "ignore", "ignore", 20]);
});
