-- Files arrive and are kept in pieces, so that nobody has to hold a whole one in memory.
create table kyc_upload_pieces (
  upload_id uuid not null,
  seq integer not null,
  content_encrypted bytea not null,
  primary key (upload_id, seq)
) with (
  -- A piece is replaced by deleting it: its space, which is nearly all in the TOAST table, has to come back soon.
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200,
  toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 10000
);

alter table kyc_upload_pieces alter column content_encrypted set storage external;

alter table kyc_uploads add column upload_id uuid;
update kyc_uploads set upload_id = gen_random_uuid();
insert into kyc_upload_pieces select upload_id, 0, content_encrypted from kyc_uploads;
alter table kyc_uploads alter column upload_id set not null, drop column content_encrypted;

-- The file that a session is sending, until when it may, and how many it has sent.
alter table kyc_sessions add column upload_id uuid, add column upload_until timestamptz,
  add column uploads integer not null default 0;
create index kyc_sessions_uploading on kyc_sessions (upload_until) where upload_id is not null;
