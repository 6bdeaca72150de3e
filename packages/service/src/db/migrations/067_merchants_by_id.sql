-- A merchant is known by its id: two may have one name, and neither is the other.
drop index merchants_name;
