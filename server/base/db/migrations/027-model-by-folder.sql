-- A scan asks for the guid of each folder: the index alone answers, as the row of a model is long.
DROP INDEX model_by_folder;
CREATE INDEX model_by_folder ON model (folder, host, guid);
