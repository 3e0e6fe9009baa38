import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Db } from '../../base/db/open-database.ts';
import { renamePatientlySync } from '../../base/storage/rename-patiently.ts';

export type HostIdentity = {
  readonly hostId: string;
  /** Name of one history of changes; changes when history is lost. */
  readonly epoch: string;
  /** Records outside the database how far others can have read, before they are told. */
  told(head: number): void;
};

const Mark = z.object({ hostId: z.string().min(1), epoch: z.string().min(1), head: z.number().int() });
type Mark = z.infer<typeof Mark>;

function readMark(file: string): Mark | null {
  try {
    return Mark.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

function writeMark(file: string, mark: Mark) {
  writeFileSync(`${file}.new`, `${JSON.stringify(mark)}\n`, { mode: 0o600 });
  renamePatientlySync(`${file}.new`, file);
}

type Parts = { readonly db: Db; readonly dataDir: string; readonly head: () => number };

/**
 * This file host's identity. A new epoch starts after a restore from backup, and when the database knows less than was
 * told to others: its offsets would then mean other changes than before.
 */
export function openHostIdentity({ db, dataDir, head }: Parts): HostIdentity {
  const file = path.join(dataDir, 'file-host.json');
  const mark = readMark(file);
  const read = db.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck();
  const write = db.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)');
  const identity = db
    .transaction(() => {
      const restoredAt = read.get('restored_at') ?? '';
      const hostId = read.get('host_id') ?? mark?.hostId ?? randomUUID();
      const known = read.get('epoch');
      const isRestored = restoredAt !== (read.get('epoch_restored_at') ?? '');
      const hasLost = mark !== null && (mark.epoch !== known || mark.head > head());
      const epoch = known === undefined || isRestored || hasLost ? randomUUID() : known;
      write.run('host_id', hostId);
      write.run('epoch', epoch);
      write.run('epoch_restored_at', restoredAt);
      return { hostId, epoch };
    })
    .immediate();
  let marked = head();
  writeMark(file, { ...identity, head: marked });
  return {
    ...identity,
    told(now) {
      if (now <= marked) return;
      marked = now;
      writeMark(file, { ...identity, head: now });
    },
  };
}
