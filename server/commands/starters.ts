import { z } from 'zod';
import { builtStarters } from '../base/built-dir.ts';
import { PluginFamily } from '../contract/starters.ts';
import { Version } from '../contract/version.ts';
import { createStarterAdmin } from '../starters/starter-admin.ts';
import { keptStarters } from '../starters/starter-feature.ts';
import { createSharedStarterPins, createStarterPins } from '../starters/starter-pins.ts';
import { type CommandTools, defineCommand } from './define-command.ts';
import { renderTable } from './render-table.ts';

/** Admins' decisions about plugins, on the server's own database and folder. */
const openStarters = async ({ config, clock, openDb, openAccounts }: CommandTools) => {
  const store = await openAccounts();
  const pins = config.sharedAccounts
    ? await createSharedStarterPins({ store, onChange: () => {} })
    : createStarterPins(openDb(), store);
  return createStarterAdmin({ pins, clock, builtDir: builtStarters, keptDir: keptStarters(config.dataDir) })
    .admin;
};

export const listStarters = defineCommand({
  name: 'starters list',
  summary: 'List plugins, their stored versions and the version on offer',
  input: z.object({}),
  async run(_input, tools) {
    const starters = (await openStarters(tools)).list();
    const rows = starters.map((one) => [
      one.family,
      one.stable ?? '-',
      one.beta ?? '-',
      one.pinned ?? '-',
      one.versions.join(' ') || '-',
    ]);
    return { text: renderTable(['Plugin', 'Stable', 'Beta', 'Pinned', 'Kept'], rows), json: { starters } };
  },
});

export const pinStarter = defineCommand({
  name: 'starters pin',
  summary: 'Offer one version of a plugin to everyone, even if a newer one exists',
  positionals: ['family', 'version'],
  input: z.object({ family: PluginFamily, version: Version }),
  async run({ family, version }, tools) {
    const starter = await (await openStarters(tools)).pin(family, version, null);
    return { text: `Everyone is now offered version ${version} of the ${family} plugin.`, json: { starter } };
  },
});

export const unpinStarter = defineCommand({
  name: 'starters unpin',
  summary: 'Offer the newest version of a plugin again',
  positionals: ['family'],
  input: z.object({ family: PluginFamily }),
  async run({ family }, tools) {
    const starter = await (await openStarters(tools)).unpin(family, null);
    return {
      text: `The newest version of the ${family} plugin is offered again: ${starter.stable ?? 'none'}.`,
      json: { starter },
    };
  },
});
