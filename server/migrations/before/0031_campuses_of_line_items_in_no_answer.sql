-- Answers are narrowed by the campus of the lead itself: which campuses a line item is for changes none of them any more.
drop trigger raises_version_by_insert on goal_campus;
drop trigger raises_version_by_update on goal_campus;
drop trigger raises_version_by_delete on goal_campus;
