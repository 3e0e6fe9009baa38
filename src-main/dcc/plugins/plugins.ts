import { createHash } from 'node:crypto';
import path from 'node:path';
import PQueue from 'p-queue';
import { AppError } from '../../../server/contract/errors.ts';
import { sentence } from '../../../server/contract/sentence.ts';
import { type StarterFamily, starterFamilies } from '../../../server/contract/starters.ts';
import type { PluginsState, PluginTarget } from '../../platform/ipc/dcc-contract.ts';
import type { FeatureHandlers } from '../../platform/ipc/handlers.ts';
import type { JsonFile } from '../../platform/storage/json-file.ts';
import type { Computer } from '../apps/computer.ts';
import type { FoundApp } from '../apps/dcc-app.ts';
import { findBlender } from '../apps/find-blender.ts';
import { findGodot } from '../apps/find-godot.ts';
import { findMax } from '../apps/find-max.ts';
import { findUnity } from '../apps/find-unity.ts';
import { readBundledPlugin } from './bundled-plugin.ts';
import {
  changeTarget,
  type TargetFacts,
  type Wanted,
  wantBundled,
  wantNothing,
  wantPrevious,
} from './change-target.ts';
import type { InstallRecord, InstallRecords } from './install-record.ts';
import { judgeTarget } from './judge-target.ts';
import { readPreviousNote } from './previous-version.ts';

type PluginsOptions = {
  readonly pluginsDir: string;
  readonly computer: Computer;
  readonly file: JsonFile<InstallRecords>;
  /** Where replaced and removed versions are kept, one folder per target. */
  readonly previousDir: string;
};

const finders = { '3dsmax': findMax, unity: findUnity, blender: findBlender, godot: findGodot } as const;
const idOf = ({ family, place }: FoundApp) => `${family}:${place}`;

/** Returns the version before the installed one, if both exist. */
async function readOffered(previousDir: string, state: PluginTarget['state']) {
  if (state === 'absent' || state === 'blocked') return null;
  const note = await readPreviousNote(previousDir);
  return note && { version: note.version, isChanged: note.isChanged };
}

/** Finds the DCC apps on this computer and installs the plugins in them. */
export function createPlugins(options: PluginsOptions): FeatureHandlers<'plugins'> {
  const { pluginsDir, computer, file } = options;
  const changes = new PQueue({ concurrency: 1 });

  const previousOf = (app: FoundApp) =>
    path.join(options.previousDir, createHash('sha256').update(idOf(app)).digest('hex').slice(0, 16));
  const readRecords = async () => (await file.read())?.places ?? {};

  async function readFamily(family: StarterFamily, records: Readonly<Record<string, InstallRecord>>) {
    const [bundle, apps] = await Promise.all([
      readBundledPlugin(pluginsDir, family),
      finders[family](computer),
    ]);
    if (!bundle) return { family, offered: null, notes: [], targets: [] };
    const targets = apps.map(async (app) => {
      const record = records[idOf(app)] ?? null;
      const previousDir = previousOf(app);
      const judgement = await judgeTarget(app, { bundle, record, previousDir });
      const { name, place } = app;
      const previous = await readOffered(previousDir, judgement.state);
      return { family, name, place, id: idOf(app), ...judgement, previous };
    });
    return {
      ...{ family, offered: bundle.version, notes: [...bundle.notes] },
      targets: await Promise.all(targets),
    };
  }

  async function read(): Promise<PluginsState> {
    const records = await readRecords();
    return { families: await Promise.all(starterFamilies.map((family) => readFamily(family, records))) };
  }

  async function write(id: string, want: (facts: TargetFacts) => Promise<Wanted>) {
    const target = (await read()).families.flatMap(({ targets }) => targets).find((one) => one.id === id);
    if (!target) throw new AppError('NOT_FOUND', 'This place no longer exists. Refresh the list.');
    if (target.state === 'blocked')
      throw new AppError(
        'FORBIDDEN',
        target.message ?? sentence`${{ place: target.place }} is not Lodestock's.`,
      );
    const bundle = await readBundledPlugin(pluginsDir, target.family);
    if (!bundle) throw new AppError('NOT_FOUND', 'This copy of Lodestock comes without that plugin.');
    const { [id]: record = null, ...others } = await readRecords();
    const facts = { target, bundle, record, previousDir: previousOf(target) };
    const wanted = await want(facts);
    await changeTarget(facts, wanted);
    await file.write({ version: 1, places: { ...others, ...(wanted.record && { [id]: wanted.record }) } });
    return read();
  }

  return {
    'plugins.read': read,
    'plugins.install': ({ id }) => changes.add(() => write(id, wantBundled)),
    'plugins.goBack': ({ id }) => changes.add(() => write(id, wantPrevious)),
    'plugins.remove': ({ id }) => changes.add(() => write(id, wantNothing)),
  };
}
