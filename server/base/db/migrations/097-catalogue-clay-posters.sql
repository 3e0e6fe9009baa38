-- Posters on which all is drawn in the colour of clay, as the files say no other: they say nothing of the model's colour.
ALTER TABLE rendered_poster ADD COLUMN is_clay INTEGER NOT NULL DEFAULT 0;
