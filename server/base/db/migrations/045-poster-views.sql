-- From where the poster of a model shows it, in degrees, where a person has chosen it.
CREATE TABLE poster_view (
  guid TEXT PRIMARY KEY,
  azimuth REAL NOT NULL,
  elevation REAL NOT NULL
) STRICT, WITHOUT ROWID;
