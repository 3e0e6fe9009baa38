import { z } from 'zod';
import { formatOf, roleOf } from '../contract/catalogue/formats.ts';
import { withoutHidden } from '../contract/hidden-characters.ts';
import { findPathFault, toPathKey } from '../contract/relative-path.ts';
import { sentence } from '../contract/sentence.ts';
import { SourceFault, type SourceFile } from './source.ts';

/** A line of text from a source, shortened and without invisible characters. */
export const Line = z
  .string()
  .transform((text) => withoutHidden(text.toWellFormed()).replaceAll(/\s+/g, ' ').trim().slice(0, 300));
export const Lines = z.array(Line).max(2000).catch([]);
export const Size = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
export const Id = z.string().regex(/^[A-Za-z0-9_.-]{1,72}$/);

/** Throws SourceFault if an answer has another form. */
export function readAnswer<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.map(String).join('.') || 'all of it';
  throw new SourceFault(sentence`The source answered in another form (${{ where }}).`);
}

/** The valid entries of a list, each ID once, so that a broken entry hides no other. */
export function readEach<S extends z.ZodType<{ readonly id: string }>>(
  schema: S,
  list: readonly unknown[],
): z.output<S>[] {
  const found = new Map<string, z.output<S>>();
  for (const one of list) {
    const parsed = schema.safeParse(one);
    if (parsed.success && !found.has(parsed.data.id)) found.set(parsed.data.id, parsed.data);
  }
  return [...found.values()];
}

type Named = Pick<SourceFile, 'relativePath' | 'sizeBytes'> & Partial<Omit<SourceFile, 'lod'>>;

/** A file of a source that does not tell its topologies. */
export function toSourceFile(file: Named): SourceFile {
  const format = file.format ?? formatOf(file.relativePath);
  const untold = { needs: [], sha256: null, md5: null, url: null };
  return { ...untold, lod: 'source', format, role: roleOf(format), ...file };
}

/** Returns the files; throws SourceFault for a path that leaves the model’s folder, or occurs twice. */
export function requirePaths(files: readonly SourceFile[]): readonly SourceFile[] {
  const seen = new Set<string>();
  for (const { relativePath } of files) {
    const fault = findPathFault(relativePath);
    if (fault !== null)
      throw new SourceFault(sentence`The source names a file “${{ path: relativePath }}”, ${{ fault }}.`);
    const key = toPathKey(relativePath);
    if (seen.has(key))
      throw new SourceFault(sentence`The source names two files “${{ path: relativePath }}”.`);
    seen.add(key);
  }
  return files;
}
