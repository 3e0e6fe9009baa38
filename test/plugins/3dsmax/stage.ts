import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { until } from '../../helpers/test-site.ts';
import type { MaxSession } from '../maxscript/max-session.ts';
import { oakLibrary } from '../oak-library.ts';
import { startPluginStage } from '../plugin-stage.ts';

export const script = path.resolve(import.meta.dirname, '../../../plugins/3dsmax/free3d_installer.ms');

export const startStage = (files = oakLibrary()) => startPluginStage(files);
export type Stage = Awaited<ReturnType<typeof startStage>>;

/** Opens the panel with the stage's address in it. */
export async function openPanel({ max }: MaxSession, stage: Stage, file = script) {
  await max({ do: 'drop', file });
  return max({ do: 'type', control: 'edtServer', text: stage.address });
}

export async function signIn({ max }: MaxSession, stage: Stage) {
  const { launched } = await max({ do: 'press', control: 'btnSign' });
  await stage.approve(launched.at(-1));
  return max({ do: 'tick', control: 'tmrPoll' });
}

/** Finds a model and opens its page. */
export async function openModel({ max }: MaxSession, query: string) {
  await max({ do: 'type', control: 'edtQuery', text: query });
  await max({ do: 'press', control: 'btnFind' });
  return chooseModel({ max });
}

/** A model opens, and pictures arrive, when the panel looks. */
export async function chooseModel({ max }: Pick<MaxSession, 'max'>) {
  await max({ do: 'choose', control: 'lvwModels', item: 1 });
  return settleShelf({ max });
}

/** Until the list has nothing more to show. */
export async function settleShelf({ max }: Pick<MaxSession, 'max'>) {
  let state = await max({ do: 'tick', control: 'tmrShelf' });
  await until(async () => {
    state = await max({ do: 'tick', control: 'tmrShelf' });
    return state.controls.tmrshelf?.active === false;
  });
  return state;
}

export async function chooseFile({ max }: MaxSession, lod: string, format: string) {
  await max({ do: 'choose', control: 'ddlTopology', item: lod });
  return max({ do: 'choose', control: 'ddlFormat', item: format });
}

export async function openChair(session: MaxSession, lod = '1k', format = 'fbx') {
  await openModel(session, 'oak chair');
  return chooseFile(session, lod, format);
}

/** The names of all files that the plugin wrote, beside the receipt. */
export const listFiles = ({ root }: MaxSession): string[] =>
  existsSync(path.join(root, 'import'))
    ? readdirSync(path.join(root, 'import'), { recursive: true, withFileTypes: true })
        .map((entry) => (entry.isFile() ? entry.name : ''))
        .filter((name) => name !== '' && name !== 'model.json')
        .sort()
    : [];
