import { mkdirSync } from 'node:fs';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { moveDurably, syncFolder } from '../base/storage/durable-files.ts';
import { renamePatiently } from '../base/storage/rename-patiently.ts';
import { codeOf } from '../base/storage/storage-fault.ts';
import { publishFolder } from '../files/published-places.ts';
import type { PublishRow } from './publish-rows.ts';
import { sealFile, type UploadFiles } from './upload-files.ts';

type Placed = { readonly id: string; readonly inside: string };

const productName = 'product.json';

const isThere = (place: string) =>
  access(place).then(
    () => true,
    () => false,
  );

/** Folders of published files, one per publish; their content never changes. */
export function createPublishFiles(publishedDir: string, uploads: UploadFiles) {
  mkdirSync(publishedDir, { recursive: true });
  const stagingName = (id: string) => `publish-${id}`;
  const stagingOf = (id: string) => path.join(uploads.folder, stagingName(id));
  const folderOf = (id: string) => publishFolder(publishedDir, id);

  /** Moves an upload into place, unless an earlier attempt did. Returns whether it is there. */
  async function place({ id, inside }: Placed, staging: string): Promise<boolean> {
    const to = path.join(staging, inside);
    await mkdir(path.dirname(to), { recursive: true });
    try {
      await renamePatiently(uploads.fileOf(id), to);
      await sealFile(to);
      return true;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      return isThere(to);
    }
  }

  return {
    folderOf,
    /** Whether a name in the uploads folder belongs to a publish being assembled. */
    isOf: (id: string, name: string) => name === stagingName(id) || name === `${id}.lock`,
    /** Assembles a model's folder in staging, then moves it in one step; safe to repeat. Returns a lost file, or null. */
    async assemble({ id, guid, product }: PublishRow, placed: readonly Placed[]): Promise<string | null> {
      const folder = folderOf(id);
      if (await isThere(folder)) return null;
      const staging = stagingOf(id);
      await mkdir(staging, { recursive: true });
      const uploaded = placed.filter(({ inside }) => inside !== productName);
      for (const one of uploaded) if (!(await place(one, staging))) return one.inside;
      const text = `${JSON.stringify({ guid, ...product }, null, 2)}\n`;
      await rm(path.join(staging, productName), { force: true });
      await writeFile(path.join(staging, productName), text, { flush: true });
      await sealFile(path.join(staging, productName));
      for (const inside of new Set(uploaded.map(({ inside: at }) => path.dirname(at))))
        await syncFolder(path.join(staging, inside));
      await moveDurably(staging, folder);
      return null;
    },
    /** Deletes a model's folder; moves it away first, so that it is never seen half deleted. */
    async remove(id: string): Promise<void> {
      const away = path.join(uploads.folder, `removed-${id}`);
      await renamePatiently(folderOf(id), away).catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error;
      });
      await rm(away, { recursive: true, force: true });
      await rm(stagingOf(id), { recursive: true, force: true });
    },
  };
}

export type PublishFiles = ReturnType<typeof createPublishFiles>;
