-- Words, tags, formats and topologies are found in the index beside the database; nothing reads these any more.
DROP TABLE model_search;
DROP TABLE model_value;
