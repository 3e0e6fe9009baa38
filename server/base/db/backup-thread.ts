import { serveThread, type ThreadType } from '../threads/serve.ts';
import { type Backup, noteBackup, writeBackup } from './backup.ts';
import { openBeside } from './open-database.ts';

type Wish = Pick<Backup, 'dataDir' | 'file' | 'at'> & {
  readonly database: string;
};

export type BackupThread = ThreadType<null, { write(wish: Wish): void }>;

await serveThread<BackupThread>(() => ({
  calls: {
    write({ database, ...wish }) {
      const db = openBeside(database);
      try {
        writeBackup({ db, ...wish });
        noteBackup(db, wish.at);
      } finally {
        db.close();
      }
    },
  },
}));
