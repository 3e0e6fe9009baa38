-- What a program must understand to read a file beyond its format, as a JSON list; NULL: nothing is known.
ALTER TABLE file ADD COLUMN requires TEXT;
