import path from 'node:path';
import { z } from 'zod';
import { toIso } from '../base/clock.ts';
import { Version } from '../contract/version.ts';
import { importRelease } from '../updates/import-release.ts';
import { titleOf } from '../updates/read-feed.ts';
import { createReleaseStore, type MirroredRelease, updatesFolder } from '../updates/release-store.ts';
import { type CommandTools, defineCommand } from './define-command.ts';
import { renderTable } from './render-table.ts';

const openStore = ({ config }: CommandTools) => createReleaseStore(updatesFolder(config.dataDir));
const platformsOf = ({ feeds }: Pick<MirroredRelease, 'feeds'>) => Object.keys(feeds).map(titleOf).join(', ');
const named = z.object({ version: Version });

/** Channels in which a release is current for some platform. */
function channelsOf(release: MirroredRelease, store: ReturnType<typeof openStore>): string {
  const channels = (['latest', 'beta'] as const).filter((channel) =>
    Object.keys(release.feeds).some(
      (platform) => store.offered(channel, platform)?.version === release.version,
    ),
  );
  if (release.version === store.pinned()) return 'pinned';
  if (release.isHeld) return 'held back';
  return channels.join(', ') || '-';
}

export const listReleases = defineCommand({
  name: 'updates list',
  summary: 'List the releases of the desktop app that this server keeps, and which it offers',
  input: z.object({}),
  run(_input, tools) {
    const store = openStore(tools);
    const releases = store.list().map((release) => ({
      version: release.version,
      platforms: platformsOf(release),
      offered: channelsOf(release, store),
      importedAt: release.importedAt,
    }));
    const rows = releases.map((one) => [one.version, one.platforms, one.offered, one.importedAt]);
    return { text: renderTable(['Version', 'For', 'Offered in', 'Imported'], rows), json: { releases } };
  },
});

export const importUpdate = defineCommand({
  name: 'updates import',
  summary: 'Check a release of the desktop app and offer it on everyone’s computer',
  positionals: ['folder'],
  input: z.object({
    folder: z
      .string()
      .min(1)
      .describe('Folder with the files of one release and its latest*.yml, or beta*.yml for a test version'),
    hold: z.boolean().default(false).describe('Hold it back until you offer it'),
    unsigned: z.boolean().default(false).describe('Take it without a signature; you built it yourself'),
  }),
  async run({ folder, hold, unsigned }, tools) {
    const { config, clock, note } = tools;
    const release = await importRelease({
      source: path.resolve(folder),
      root: updatesFolder(config.dataDir),
      isHeld: hold,
      mayBeUnsigned: unsigned,
      at: toIso(clock()),
      note,
    });
    const next = hold
      ? `It is held back. Offer it with "updates offer ${release.version}".`
      : 'It is now offered.';
    const { version, feeds } = release;
    return { text: `Imported ${version} for ${platformsOf({ feeds })}. ${next}`, json: { release } };
  },
});

export const holdUpdate = defineCommand({
  name: 'updates hold',
  summary: 'Stop offering a release of the desktop app; computers that have it keep it',
  positionals: ['version'],
  input: named,
  run({ version }, tools) {
    openStore(tools).hold(version);
    return { text: `${version} is held back. Computers that have it keep it.`, json: { version } };
  },
});

export const offerUpdate = defineCommand({
  name: 'updates offer',
  summary: 'Offer a release of the desktop app that was held back',
  positionals: ['version'],
  input: named,
  run({ version }, tools) {
    const store = openStore(tools);
    store.offer(version);
    const newer = store.list().find((one) => !one.isHeld)?.version;
    const rest =
      newer === undefined || newer === version ? '' : ` ${newer} is newer, so computers get that one.`;
    return { text: `${version} is no longer held back.${rest}`, json: { version } };
  },
});

export const pinUpdate = defineCommand({
  name: 'updates pin',
  summary: 'Offer one release of the desktop app to everyone; computers with a newer one go back to it',
  positionals: ['version'],
  input: named,
  run({ version }, tools) {
    openStore(tools).pin(version);
    return {
      text: `Everyone gets ${version} now. Computers with a newer one go back to it.`,
      json: { version },
    };
  },
});

export const unpinUpdate = defineCommand({
  name: 'updates unpin',
  summary: 'Offer the newest release of the desktop app again',
  input: z.object({}),
  run(_input, tools) {
    openStore(tools).pin(null);
    return { text: 'The newest release that is not held back is offered again.', json: {} };
  },
});

export const removeUpdate = defineCommand({
  name: 'updates remove',
  summary: 'Delete the files of a release of the desktop app',
  positionals: ['version'],
  input: named,
  run({ version }, tools) {
    openStore(tools).remove(version);
    return { text: `Removed ${version}. Computers that have it keep it.`, json: { version } };
  },
});
