-- What the database was made for: sandbox data and real payments never mix. One row.
create table deployment (
  id boolean primary key default true check (id),
  mode text not null check (mode in ('sandbox', 'production')),
  stamped_at timestamptz not null
);

-- Cards that were tried, none of them at the sandbox's bank: real payments from before there was a stamp.
insert into deployment (mode, stamped_at)
select 'production', now()
where exists (select 1 from card_attempts) and not exists (select 1 from sandbox_authorisations);
