import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '../../server/contract/errors.ts';
import { limits } from '../../server/contract/limits.ts';
import { sentence } from '../../server/contract/sentence.ts';
import { isLitter } from '../../server/shared/outgoing-files.ts';

/** Files and folders that the user dropped or chose; files of a chosen folder have relative paths. */
export const GivenFiles = z
  .array(
    z.object({
      path: z.string().max(32_767).refine(path.isAbsolute, 'this is not an absolute path'),
      relativePath: z.string().min(1).max(4096),
    }),
  )
  .min(1)
  .max(limits.publish.files);
export type GivenFiles = z.infer<typeof GivenFiles>;

export type LocalFile = { readonly path: string; readonly relativePath: string; readonly sizeBytes: number };

async function readFolder(folder: string): Promise<readonly { path: string; relativePath: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile()) // a link can lead anywhere
    .map((entry) => {
      const place = path.join(entry.parentPath, entry.name);
      const inside = path.relative(folder, place).split(path.sep).join('/');
      return { path: place, relativePath: `${path.basename(folder)}/${inside}` };
    });
}

/** Returns all files, including those in folders. Throws TOO_LARGE and disk errors. */
export async function listGiven(given: GivenFiles): Promise<readonly LocalFile[]> {
  const found = await Promise.all(
    given.map(async (one) => ((await stat(one.path)).isDirectory() ? readFolder(one.path) : [one])),
  );
  const wanted = found.flat().filter((file) => !isLitter(file));
  if (wanted.length > limits.publish.files)
    throw new AppError(
      'TOO_LARGE',
      sentence`These are ${{ count: wanted.length }} files, and a model may have ${{ most: limits.publish.files }}. Drop the folder of one model.`,
    );
  return Promise.all(wanted.map(async (one) => ({ ...one, sizeBytes: (await stat(one.path)).size })));
}
