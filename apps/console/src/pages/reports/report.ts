import type { Replies } from "../../api/api.ts";

export type Report = Replies["output"]["detail"];
export type ReportSource = Report["sources"][number];
