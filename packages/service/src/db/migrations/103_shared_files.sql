-- compatible since 083_merchant_profiles.sql
-- Files that pages load, of each version that runs on this database or did in the last week, so that a process of one
-- version has those of the others: for pages that came from another process, or that stayed open.
create table shared_files (
  path text primary key,
  content bytea not null,
  -- A keyed hash of both: what was written here by anybody else is not served.
  proof bytea not null,
  used_at timestamptz not null
);
