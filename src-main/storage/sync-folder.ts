import { open } from 'node:fs/promises';

/** Makes renames in a folder survive a power cut. Systems and shares that cannot sync a folder do so on their own. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
