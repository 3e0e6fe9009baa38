-- What this server did for people on each day (UTC); rows of more than a year ago are removed.
CREATE TABLE traffic_day (
  day TEXT PRIMARY KEY,
  downloads INTEGER NOT NULL DEFAULT 0,
  sent_bytes INTEGER NOT NULL DEFAULT 0,
  unlocks INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
INSERT INTO traffic_day (day, unlocks)
  SELECT substr(at, 1, 10), count(*) FROM unlock WHERE at >= strftime('%Y-%m-%d', 'now', '-400 days') GROUP BY 1;
