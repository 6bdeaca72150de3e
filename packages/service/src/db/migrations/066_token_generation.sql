-- Tokens name the generation of their client; raising it ends those that were issued before.
alter table clients add column token_generation integer not null default 0;
