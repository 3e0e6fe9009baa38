import path from 'node:path';
import { nobody, startScriptedAssets } from '../desktop-assets.ts';
import type { Overlay } from '../overlay-server.ts';
import { answerFeed } from './parts.ts';
import { runPure } from './run-python.ts';

export const feedPath = '/assets/plugins/blender/update-feed.json';
export const noteIn = (config: string, folder = 'Lodestock') => path.join(config, folder, 'dcc.json');
export const pathsOf = ({ seen }: Overlay) => seen.map((one) => one.path);

type Computer = { readonly config: string; readonly server: string; readonly current?: string };

/** What the add-on finds on a computer with this folder for settings. */
export const look = ({ config, server, current = '0.9.0' }: Computer, given: object = {}) =>
  runPure({ do: 'update', server, current, ...given }, () => {}, { env: { XDG_CONFIG_HOME: config } });

/** Installs what was found, as a person who has waited. */
export const install = ({ config, server, current = '0.9.0' }: Computer, update: unknown, folder: string) =>
  runPure({ do: 'install', server, current, update, folder }, () => {}, { env: { XDG_CONFIG_HOME: config } });

/** A computer with an app that offers the next version, and a server that is away. */
export async function setAway(config: string, zip: Buffer) {
  const app = await startScriptedAssets(noteIn(config));
  answerFeed({ overlay: app }, zip);
  return { config, app, server: nobody };
}
