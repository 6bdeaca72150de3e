-- How many one-time codes were sent, and how many answers were wrong: for one mailbox or number, and for one merchant and
-- channel, in the hour and in the day that opened with the first. The key is a keyed hash, which gives no address away.
create table code_tallies (
  key bytea not null,
  hours integer not null check (hours in (1, 24)),
  opened_at timestamptz not null,
  sent integer not null,
  wrong integer not null,
  primary key (key, hours)
);

create index code_tallies_opened on code_tallies (opened_at);
