-- Written to by those who ask whether a write would succeed. One row.
create table readiness (
  id boolean primary key default true check (id),
  written_at timestamptz not null
);
