-- Run once in the database of the coordinator, after CREATE EXTENSION citus there and in the
-- database of the same name on each worker.
SELECT citus_set_coordinator_host('10.0.1.1', 5432);
SELECT citus_add_node('10.0.1.2', 5432);
SELECT citus_add_node('10.0.1.3', 5432);
