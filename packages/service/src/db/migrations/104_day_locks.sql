-- compatible since 083_merchant_profiles.sql
-- As before, but with no lock on the days that are there: it would wait for whoever vacuums one of them, and those who
-- write behind it. They come by way of the parents, so that theirs are enough.
create or replace function webhook_create_day(day date) returns void language plpgsql set lock_timeout = '2s' as $$
declare
  parent text;
  name text;
begin
  if to_regclass('webhook_deliveries' || to_char(day, '_YYYYMMDD')) is not null then
    return;
  end if;
  lock table only webhook_events, only webhook_deliveries in share row exclusive mode;
  foreach parent in array array['webhook_events', 'webhook_deliveries'] loop
    name := parent || to_char(day, '_YYYYMMDD');
    continue when to_regclass(name) is not null;
    execute format('create table %I (like %I including all)', name, parent);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name,
      day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
  end loop;
end $$;
