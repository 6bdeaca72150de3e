-- Which migration code has to know to run on the schema that a migration has made; null: that migration itself.
alter table migrations add column compatible_since text;
