-- Plans by their name without the mode, outputs by their title, plans by the time of their creation. None of these columns
-- changes while a plan is worked on.
CREATE INDEX research_plan_title ON research_plan (organization_id, lower(left(ltrim(CASE WHEN mode IS NULL THEN name ELSE substr(name, strpos(name, ']') + 1) END), 200)), id);
--> statement-breakpoint
CREATE INDEX research_output_title ON research_output (organization_id, lower(left(title, 200)), id);
--> statement-breakpoint
CREATE INDEX research_plan_created ON research_plan (organization_id, created_at, id);
