import { createHash } from 'node:crypto';
import path from 'node:path';
import { AppError } from '../../server/contract/errors.ts';
import { type StarterFamily, starterFamilies } from '../../server/contract/starters.ts';
import type { FeatureHandlers } from '../ipc/handlers.ts';
import type { StartersState, StarterTarget } from '../ipc/starters-contract.ts';
import type { JsonFile } from '../storage/json-file.ts';
import { readBundledStarter } from './bundled-starter.ts';
import {
  changeTarget,
  type TargetFacts,
  type Wanted,
  wantBundled,
  wantNothing,
  wantPrevious,
} from './change-target.ts';
import type { Computer } from './computer.ts';
import { findBlender } from './find-blender.ts';
import { findMax } from './find-max.ts';
import { findUnity } from './find-unity.ts';
import type { FoundHost } from './found-host.ts';
import type { InstallRecord, InstallRecords } from './install-record.ts';
import { judgeTarget } from './judge-target.ts';
import { readPreviousNote } from './previous-version.ts';

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

/** The version before, where one is installed that it could replace. */
async function readOffered(previousDir: string, state: StarterTarget['state']) {
  if (state === 'absent' || state === 'blocked') return null;
  const note = await readPreviousNote(previousDir);
  return note && { version: note.version, isChanged: note.isChanged };
}

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
      const previousDir = previousOf(host);
      const judgement = await judgeTarget(host, { bundle, record, previousDir });
      const { name, place } = host;
      const previous = await readOffered(previousDir, judgement.state);
      return { family, name, place, id: idOf(host), ...judgement, previous };
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

  async function write(id: string, want: (facts: TargetFacts) => Promise<Wanted>) {
    const target = (await read()).families.flatMap(({ targets }) => targets).find((one) => one.id === id);
    if (!target) throw new AppError('NOT_FOUND', 'That place is not there any more. Look at the list again.');
    if (target.state === 'blocked')
      throw new AppError('FORBIDDEN', target.message ?? `${target.place} is not Lodestock's.`);
    const bundle = await readBundledStarter(startersDir, target.family);
    if (!bundle) throw new AppError('NOT_FOUND', 'This app has no such starter.');
    const { [id]: record = null, ...others } = await readRecords();
    const facts = { target, bundle, record, previousDir: previousOf(target) };
    const wanted = await want(facts);
    await changeTarget(facts, wanted);
    await file.write({ version: 1, places: { ...others, ...(wanted.record && { [id]: wanted.record }) } });
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
    'starters.install': ({ id }) => inTurn(() => write(id, wantBundled)),
    'starters.goBack': ({ id }) => inTurn(() => write(id, wantPrevious)),
    'starters.remove': ({ id }) => inTurn(() => write(id, wantNothing)),
  };
}
