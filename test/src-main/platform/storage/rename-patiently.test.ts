import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  renamePatiently as renameOfServer,
  renamePatientlySync,
} from '../../../../server/base/storage/rename-patiently.ts';
import {
  renamePatientlySync as renameOfList,
  renamePatiently,
} from '../../../../src-main/platform/storage/files.ts';

/** Fails so often, as Windows does while antivirus software reads the file. */
function createHeldFile(times: number, code: string) {
  let calls = 0;
  const attempt = () => {
    calls += 1;
    if (calls <= times) throw Object.assign(new Error(code), { code });
  };
  return { attempt, calls: () => calls };
}

const ways = [
  ['the app', (attempt: () => void) => renamePatiently('a', 'b', async () => attempt())],
  ['the server', (attempt: () => void) => renameOfServer('a', 'b', async () => attempt())],
  ['the server’s commands', async (attempt: () => void) => renamePatientlySync('a', 'b', attempt)],
  ['the app’s list', async (attempt: () => void) => renameOfList('a', 'b', attempt)],
] as const;

test.each(ways)('%s waits for a file that is held', async (_who, rename) => {
  for (const code of ['EPERM', 'EBUSY', 'EACCES']) {
    const { attempt, calls } = createHeldFile(2, code);

    await rename(attempt);

    expect(calls()).toBe(3);
  }
});

test.each(ways)('%s gives up in the end', async (_who, rename) => {
  const { attempt, calls } = createHeldFile(100, 'EBUSY');

  await expect(rename(attempt)).rejects.toMatchObject({ code: 'EBUSY' });

  expect(calls()).toBe(4);
});

test.each(ways)('%s does not wait for what never changes', async (_who, rename) => {
  const { attempt, calls } = createHeldFile(100, 'EXDEV');

  await expect(rename(attempt)).rejects.toMatchObject({ code: 'EXDEV' });

  expect(calls()).toBe(1);
});

test('no writer renames in another way', () => {
  const root = path.resolve(import.meta.dirname, '../../../..');
  const files = ['server', 'src-main'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => path.join(folder, file)),
  );

  const others = files.filter(
    (file) =>
      !/rename-patiently\.ts$|^src-main\/platform\/storage\/files\.ts$/.test(file) &&
      /import \{[^}]*\brename(Sync)?\b[^}]*\} from 'node:fs/.test(
        readFileSync(path.join(root, file), 'utf8'),
      ),
  );

  expect(files.length).toBeGreaterThan(200);
  expect(others).toEqual([]);
});
