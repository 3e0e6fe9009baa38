import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { openDataDatabase } from '../../../server/base/db/open-data-database.ts';
import { loadLaterVersion } from '../../helpers/later-version.ts';
import type { UpdateTask } from './update-worker.ts';
import { createUpdatesUnderTest } from './updates-under-test.ts';

export const names = ['1.0.0', '1.0.1'] as const;

/** The older app, whose server has a database with an account. */
export function makeOld(folder: string): void {
  writeFileSync(path.join(folder, 'Lodestock.AppImage'), `program ${names[0]}`);
  const db = openDataDatabase(folder);
  db.exec(
    "INSERT INTO account (id, email, name, password_hash, role, created_at) VALUES ('a', 'a@b', 'A', '', 'admin', '')",
  );
  db.close();
}

const until = async (isTrue: () => Promise<boolean>) => {
  while (!(await isTrue())) await new Promise((resolve) => setImmediate(resolve));
};

/** The start of the newer version, of whose parts only its database is opened here. */
export async function startNew(folder: string, later: string) {
  const newer = await loadLaterVersion(later);
  const app = createUpdatesUnderTest({ folder, version: names[1], isHidden: true });
  const isTroubled = await app.updates.begin();
  newer.openDataDatabase(folder).close();
  app.updates.noteUp('page');
  await until(async () => (await app.record.read())?.pending === null);
  return { ...app, isTroubled };
}

export async function runStep({ folder, step, later }: Omit<UpdateTask, 'killAt'>): Promise<void> {
  if (step === 'upgrade') await startNew(folder, later);
  else if (step === 'return') {
    const app = createUpdatesUnderTest({ folder, version: names[1] });
    await app.updates.begin();
    await app.updates.goBack();
  } else {
    const app = createUpdatesUnderTest({ folder, version: names[0], offer: { version: names[1] } });
    await app.updates.begin();
    await app.call['updates.check'](undefined);
    await until(async () => (await app.read()).status === 'ready');
    await app.updates.stop();
  }
}
