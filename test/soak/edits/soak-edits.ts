import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../../bench/catalogue/random.ts';
import { findQuietPort } from '../../helpers/find-quiet-port.ts';
import { type ServerChild, startServerChild, waitUntilReady } from '../../helpers/server-child.ts';
import { runServerCommand } from '../../helpers/server-command.ts';
import { ask } from '../../judges/people.ts';
import { type Finding, judgeMoney } from '../laws.ts';
import { makeFolder } from '../library.ts';
import type { Buyer } from '../load/download.ts';
import { mountSmallDisk } from '../small-disk.ts';
import { buyFile, type EditLog, startEditClient } from './edit-client.ts';
import { type EditedLibrary, makeEditedLibrary } from './edited-library.ts';

type Options = {
  readonly seed: number;
  readonly seconds: number;
  readonly files: number;
  readonly clients: number;
  /** Server and disk are taken away now and then. */
  readonly hasFaults: boolean;
};

const passwords = 'password of the soak';

async function register(url: string, index: number): Promise<Buyer> {
  const body = { email: `edit${index}@example.org`, password: passwords, name: `Edit ${index}` };
  const answer = (await ask(url, '/api/auth/register', { body })).body;
  return { accountId: String(Reflect.get(Object(answer.user), 'id')), token: String(answer.token) };
}

/** After the last edit, every file is served as the disk has it. */
async function judgeRest(url: string, buyer: Buyer, library: EditedLibrary, log: EditLog): Promise<Finding> {
  const random = () => 1;
  let left = library.files.filter((file) => library.read(file) !== null);
  const count = left.length;
  const start = performance.now();
  while (left.length > 0 && performance.now() - start < 120_000) {
    const wrong: typeof left = [];
    for (const file of left) {
      const got = await buyFile({ url, buyer, random, log }, file).catch(() => null);
      if (!library.read(file)?.equals(got ?? Buffer.alloc(0))) wrong.push(file);
    }
    left = wrong;
    if (left.length > 0) await delay(300);
  }
  return {
    law: 'At rest, every file is served as the disk has it',
    figures: `${count - left.length} of ${count} files, after ${Math.round((performance.now() - start) / 1000)} s`,
    broken: left.slice(0, 10).map(({ guid, relativePath }) => `${guid}/${relativePath} is not.`),
  };
}

/** Edits under the server's feet while clients buy and download. */
export async function soakEdits({
  seed,
  seconds,
  files,
  clients,
  hasFaults,
}: Options): Promise<readonly Finding[]> {
  const random = createRandom(seed);
  const library = makeEditedLibrary(files, random);
  const folder = makeFolder('edits');
  const dataDir = path.join(folder.folder, 'data');
  const disk = hasFaults ? await mountSmallDisk(dataDir) : null;
  const port = await findQuietPort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    LODESTOCK_LIBRARY_DIR: library.folder,
    LODESTOCK_QUIET_SECONDS: '0.3',
    LODESTOCK_REGISTRATION: 'open',
    LODESTOCK_PRICES: 'on',
    LODESTOCK_SIGNUP_CREDIT_USD: '10000',
  };
  const env = { LODESTOCK_DATA_DIR: dataDir, LODESTOCK_PORT: String(port), ...environment };
  const running: { server: ServerChild | null } = { server: null };
  const start = async () => {
    running.server = await startServerChild('server/main.ts', { env });
    await waitUntilReady(url);
  };
  const log: EditLog = { charges: [], broken: [], verified: 0, refused: 0, cut: 0 };
  const edits = new Map<string, number>();
  const faults: string[] = [];
  const ending = new AbortController();
  const { signal: stop } = ending;

  async function throwFaults(): Promise<void> {
    while (hasFaults && !stop.aborted) {
      await delay(8000 * (0.5 + random()), undefined, { signal: stop }).catch(() => undefined);
      if (stop.aborted) return;
      if (random() < 0.6 || disk?.absent !== null) {
        await running.server?.endBy('SIGKILL');
        await delay(1500 * random()); // edits go on while it is down
        await start();
        faults.push('killed');
      } else {
        const makeRoom = disk.fill();
        await delay(3000);
        makeRoom();
        faults.push('full disk');
      }
    }
  }

  async function editFiles(): Promise<void> {
    while (!stop.aborted) {
      const name = library.edit();
      if (name !== null) edits.set(name, (edits.get(name) ?? 0) + 1);
      await delay(20 + 60 * random());
    }
  }

  try {
    await start();
    const buyers: Buyer[] = [];
    while (buyers.length < clients) buyers.push(await register(url, buyers.length));
    const loops = buyers.map((buyer, index) => {
      const own = createRandom(seed * 1009 + index);
      return startEditClient({ url, buyer, files: library.files, random: own, stop, log });
    });
    const work = [...loops, editFiles(), throwFaults()];
    await delay(seconds * 1000);
    ending.abort();
    await Promise.all(work);
    await delay(500); // changes that take their time end
    const [first] = buyers;
    if (first === undefined) throw new Error('a run needs clients');
    const rest = await judgeRest(url, first, library, log);
    await running.server?.endBy('SIGTERM');
    const check = await runServerCommand(['check', '--deep'], {
      dataDir,
      environment,
      main: 'server/main.ts',
    });
    const made = [...edits].map(([name, count]) => `${count}× ${name}`).join(', ');
    return [
      {
        law: 'Every byte that a client holds is what it was promised',
        figures: `${log.verified} files verified, ${log.refused} refused, ${log.cut} cut; ${made}; ${faults.length} faults`,
        broken: log.broken.slice(0, 12),
      },
      rest,
      ...judgeMoney(path.join(dataDir, 'lodestock.db'), log.charges),
      {
        law: 'check --deep of the edited library is clean',
        figures: check.stdout.trim().split('\n').at(-1) ?? '',
        broken: check.code === 0 ? [] : check.stdout.trim().split('\n').slice(0, 10),
      },
    ];
  } finally {
    ending.abort();
    await running.server?.endBy('SIGKILL');
    await disk?.unmount();
    folder.remove();
    library.destroy();
  }
}
