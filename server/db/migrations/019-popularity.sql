-- Models that were unlocked since their popularity was last counted.
CREATE TABLE popularity_due (guid TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
