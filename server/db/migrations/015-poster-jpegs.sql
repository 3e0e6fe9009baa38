-- The same picture as JPEG, for programs that read no WebP; null for large ones, and for those drawn before there were any.
ALTER TABLE rendered_poster ADD COLUMN jpeg_sha256 TEXT;
ALTER TABLE rendered_poster ADD COLUMN jpeg_bytes INTEGER;
CREATE INDEX rendered_poster_by_jpeg_sha256 ON rendered_poster (jpeg_sha256);
