-- What a model means, as an embedder sees its words: 32-bit floats as sqlite-vec reads them.
-- metadata_hash is the model's at the time, so that a change is noticed.
CREATE TABLE model_embedding (
  model_id INTEGER PRIMARY KEY REFERENCES model (id) ON DELETE CASCADE,
  metadata_hash TEXT NOT NULL,
  vector BLOB NOT NULL
) STRICT;

-- Models whose vector is wanted; due_at in milliseconds since 1970, later after each failure.
CREATE TABLE embedding_job (
  model_id INTEGER PRIMARY KEY REFERENCES model (id) ON DELETE CASCADE,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX embedding_job_by_due ON embedding_job (due_at, model_id);
