-- A merchant is named on the command line.
create unique index merchants_name on merchants (name);
