import { createHash } from 'node:crypto';
import path from 'node:path';
import { AppError } from '../../server/contract/errors.ts';
import { type StarterFamily, starterFamilies } from '../../server/contract/starters.ts';
import type { FeatureHandlers } from '../ipc/handlers.ts';
import type { StartersState } from '../ipc/starters-contract.ts';
import type { JsonFile } from '../storage/json-file.ts';
import { type BundledStarter, hashOf, readBundledStarter } from './bundled-starter.ts';
import type { Computer } from './computer.ts';
import { findBlender } from './find-blender.ts';
import { findMax } from './find-max.ts';
import { findUnity } from './find-unity.ts';
import type { FoundHost } from './found-host.ts';
import type { InstallRecord, InstallRecords } from './install-record.ts';
import { judgeTarget, ownPaths } from './judge-target.ts';
import { placeFiles } from './place-files.ts';

type StartersOptions = {
  /** Where the build put the starters. */
  readonly startersDir: string;
  readonly computer: Computer;
  readonly file: JsonFile<InstallRecords>;
  /** Where replaced and removed versions are kept, a folder for each place. */
  readonly previousDir: string;
};

const finders = { '3dsmax': findMax, unity: findUnity, blender: findBlender } as const;
const idOf = ({ family, place }: FoundHost) => `${family}:${place}`;
const noFiles: ReadonlyMap<string, Buffer> = new Map();

/** Finds the hosts of this computer and puts the starters into them. */
export function createStarters(options: StartersOptions): FeatureHandlers<'starters'> {
  const { startersDir, computer, file } = options;
  let last: Promise<unknown> = Promise.resolve();

  const previousOf = (host: FoundHost) =>
    path.join(options.previousDir, createHash('sha256').update(idOf(host)).digest('hex').slice(0, 16));
  const readRecords = async () => (await file.read())?.places ?? {};

  async function readFamily(family: StarterFamily, records: Readonly<Record<string, InstallRecord>>) {
    const [bundle, hosts] = await Promise.all([
      readBundledStarter(startersDir, family),
      finders[family](computer),
    ]);
    if (!bundle) return { family, offered: null, notes: [], targets: [] };
    const targets = hosts.map(async (host) => {
      const record = records[idOf(host)] ?? null;
      const judgement = await judgeTarget(host, { bundle, record, previousDir: previousOf(host) });
      const { name, place } = host;
      return { family, name, place, id: idOf(host), ...judgement };
    });
    return {
      ...{ family, offered: bundle.version, notes: [...bundle.notes] },
      targets: await Promise.all(targets),
    };
  }

  async function read(): Promise<StartersState> {
    const records = await readRecords();
    return { families: await Promise.all(starterFamilies.map((family) => readFamily(family, records))) };
  }

  async function write(id: string, choose: (bundle: BundledStarter) => ReadonlyMap<string, Buffer>) {
    const target = (await read()).families.flatMap(({ targets }) => targets).find((one) => one.id === id);
    if (!target) throw new AppError('NOT_FOUND', 'That place is not there any more. Look at the list again.');
    if (target.state === 'blocked')
      throw new AppError('FORBIDDEN', target.message ?? `${target.place} is not Lodestock's.`);
    const bundle = await readBundledStarter(startersDir, target.family);
    if (!bundle) throw new AppError('NOT_FOUND', 'This app has no such starter.');
    const { [id]: record = null, ...others } = await readRecords();
    const files = choose(bundle);
    const owned = ownPaths({ bundle, record });
    await onPlace(target, () =>
      placeFiles({ place: target.place, files, owned, previousDir: previousOf(target) }),
    );
    const hashes = Object.fromEntries([...files].map(([name, content]) => [name, hashOf(content)]));
    const places =
      files.size === 0 ? others : { ...others, [id]: { version: bundle.version, files: hashes } };
    await file.write({ version: 1, places });
    return read();
  }

  /** One change after the other. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  }

  return {
    'starters.read': read,
    'starters.install': ({ id }) => inTurn(() => write(id, ({ files }) => files)),
    'starters.remove': ({ id }) => inTurn(() => write(id, () => noFiles)),
  };
}

/** What the disk refused, as a sentence. */
async function onPlace({ place, name }: FoundHost, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    const message = `${place} could not be written (${code}), and is as it was. Close ${name}, check the folder's rights, and try again.`;
    throw new AppError('INSUFFICIENT_STORAGE', message, { cause });
  }
}
