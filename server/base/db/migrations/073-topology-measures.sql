-- What each topology of a model has: its triangles, null where they could not be counted, and the bytes of all of its files,
-- as {"1k": [950, 12345]}.
ALTER TABLE model ADD COLUMN topologies TEXT NOT NULL DEFAULT '{}';
UPDATE model SET topologies = coalesce((
  SELECT json_group_object(lod, json_array(most, bytes)) FROM (
    SELECT lod, max(triangles) AS most, sum(size_bytes) AS bytes FROM file WHERE model_id = model.id GROUP BY lod
  )), '{}');
