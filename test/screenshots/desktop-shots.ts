import type { Page } from 'playwright';
import type { Library } from '../../src-main/platform/ipc/contract.ts';
import type { english } from '../../src-renderer/text/en/english.ts';
import { t } from '../../src-renderer/text/text.ts';
import { makeJob } from '../src-renderer/sample-job.ts';
import { sampleLibrary } from '../src-renderer/sample-library.ts';
import { sampleStarters } from '../src-renderer/sample-starters.ts';
import { heading, openGrid, pickModel, type Records, type Shot } from './shot.ts';

const plain = () => ({});
const error = { code: 'UNAVAILABLE', message: 'The server is not responding.', canRetry: true };
const idle = {
  ...{ active: 0, paused: 0, receivedBytes: 0, totalBytes: 0 },
  ...{ bytesPerSecond: null, secondsLeft: null, fraction: null },
};
const listJobs = (records: Records) => {
  const of = (index: number) => {
    const { guid = 'g', title = 'Model', slug = 'model' } = records[index] ?? {};
    const place = { position: index + 1, relativePath: `10k/${slug}.fbx` };
    return { guid, title, id: `job-${index}`, ...place };
  };
  return [
    makeJob(of(0)),
    makeJob({ ...of(1), status: 'queued', totalBytes: null, receivedBytes: 0, bytesPerSecond: null }),
    makeJob({ ...of(2), status: 'paused', priority: 'high' }),
    makeJob({ ...of(3), status: 'failed', error, finishedAt: '2026-05-04T11:00:00Z' }),
    makeJob({
      ...of(4),
      status: 'done',
      receivedBytes: 2_400_000,
      chargedUsd: 1,
      finishedAt: '2026-05-04T11:00:00Z',
    }),
  ];
};

/** As many models as somebody has after a week. */
const fillLibrary = (records: Records): Library => {
  const [first, second] = sampleLibrary.models;
  if (first === undefined || second === undefined) return sampleLibrary;
  const models = records
    .slice(0, 7)
    .map(({ guid, title }, index) => ({ ...(index === 2 ? second : first), guid, title }));
  return { ...sampleLibrary, models, problems: [] };
};

const writeNotes = (records: Records) =>
  records.slice(0, 3).map(({ guid }, index) => ({
    ...{ guid, tags: ['shot 12', 'forest', 'for the night scene'].slice(index), seen: '' },
    note: 'The feet sink into the ground by 2 cm.\n\nUse the 10k topology for the crowd.',
  }));

type PlaceName = keyof typeof english.shell.places;
const inWindow = async (page: Page, place: PlaceName) => {
  await page.goto('/index.html');
  await page
    .getByRole('link', { name: new RegExp(`^${t(`shell.places.${place}`)}`) })
    .first()
    .click();
};

/** Pages and states of the desktop's window. */
export const desktopShots: readonly Shot[] = [
  {
    name: 'desktop-first-run',
    desktop: () => ({ isFirstRun: true }),
    open: async (page) => {
      await page.goto('/index.html');
      await page.locator('h1').first().waitFor();
    },
  },
  {
    name: 'desktop-browse',
    desktop: (records) => ({ library: fillLibrary(records) }),
    open: (page) => openGrid(page, '/index.html'),
  },
  {
    name: 'desktop-model',
    desktop: plain,
    open: async (page, places) => {
      await page.goto(`/index.html#/model/${pickModel(places, /^Knight/i)?.guid}`);
      await page.locator('[data-cell]').first().waitFor();
    },
  },
  {
    name: 'desktop-library',
    desktop: (records) => ({ library: fillLibrary(records), notes: writeNotes(records) }),
    open: async (page) => {
      await inWindow(page, 'library');
      await heading(page);
    },
  },
  {
    name: 'desktop-library-list',
    desktop: (records) => ({ library: fillLibrary(records) }),
    open: async (page) => {
      await inWindow(page, 'library');
      await page.getByRole('radio', { name: t('library.views.list') }).check({ force: true });
    },
  },
  {
    name: 'desktop-library-chosen',
    desktop: (records) => ({ library: fillLibrary(records), notes: writeNotes(records) }),
    open: async (page) => {
      await inWindow(page, 'library');
      await page.getByRole('gridcell').nth(1).click();
      await page.getByRole('complementary', { name: t('library.chosen') }).waitFor();
    },
  },
  {
    name: 'desktop-library-empty',
    desktop: plain,
    open: async (page) => {
      await inWindow(page, 'library');
      await heading(page);
    },
  },
  {
    name: 'desktop-downloads',
    readme: 'light',
    desktop: (records) => ({ downloads: listJobs(records) }),
    open: async (page) => {
      await inWindow(page, 'downloads');
      await heading(page);
    },
  },
  {
    name: 'desktop-downloads-held',
    desktop: (records) => ({
      downloads: listJobs(records).map((job) => ({ ...job, bytesPerSecond: null })),
      hold: { reason: 'hours', until: new Date(Date.now() + 5 * 60 * 60 * 1000).toISOString() },
    }),
    open: async (page) => {
      await inWindow(page, 'downloads');
      await heading(page);
    },
  },
  {
    name: 'desktop-downloads-empty',
    desktop: () => ({ summary: idle }),
    open: async (page) => {
      await inWindow(page, 'downloads');
      await heading(page);
    },
  },
  {
    name: 'desktop-plugins',
    desktop: () => ({ starters: sampleStarters }),
    open: async (page) => {
      await inWindow(page, 'plugins');
      await heading(page);
    },
  },
  {
    name: 'desktop-settings',
    desktop: plain,
    open: async (page) => {
      await inWindow(page, 'settings');
      await heading(page);
      await page.getByRole('radio', { name: t('settings.hours.some') }).check();
      await page.getByRole('radio', { name: t('settings.hours.some') }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'desktop-settings-checked',
    desktop: plain,
    open: async (page) => {
      await inWindow(page, 'settings');
      await page.getByRole('button', { name: t('settings.doctor.examine') }).click();
      await page.getByRole('button', { name: t('settings.doctor.copy') }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'desktop-updates',
    desktop: () => ({
      updates: {
        ...{ status: 'ready', version: '1.1.0', previous: '1.0.0' },
        notes: 'Desktop app\n\n• Chairs have legs.\n• Search finds them by the legs they have.',
      },
    }),
    open: async (page) => {
      await inWindow(page, 'settings');
      await page.getByText(t('updates.notes', { version: '1.1.0' })).click();
      await page.getByText(t('updates.betaHint')).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'desktop-managed',
    desktop: () => ({
      managed: ['serverUrl', 'libraryFolder', 'updates'],
      updates: { status: 'off', obstacle: 'choice', isTroubled: true, previous: '1.0.0' },
    }),
    open: async (page) => {
      await inWindow(page, 'settings');
      await heading(page);
    },
  },
  {
    name: 'desktop-own-server',
    desktop: plain,
    open: async (page) => {
      await inWindow(page, 'settings');
      await page.getByRole('link', { name: t('ownServer.manage') }).click();
      await page.getByRole('checkbox', { name: t('ownServer.share.switch') }).check();
      await page.getByText(t('ownServer.share.told')).waitFor();
    },
  },
  {
    name: 'desktop-own-server-new',
    desktop: () => ({ ownServer: { hasAdmin: false } }),
    open: async (page) => {
      await inWindow(page, 'settings');
      await page.getByRole('link', { name: t('ownServer.manage') }).click();
      await page.getByRole('button', { name: t('ownServer.share.createAccount') }).waitFor();
      await page.getByRole('button', { name: t('ownServer.health.check') }).click();
      await page.getByRole('button', { name: t('ownServer.log.read') }).click();
      await page.getByRole('button', { name: t('ownServer.log.show') }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'desktop-sign-in',
    desktop: () => ({ session: { status: 'signed-out', keychain: { isAvailable: true, message: null } } }),
    open: async (page) => {
      await page.goto('/index.html');
      await page
        .getByRole('banner')
        .getByRole('button', { name: t('common.signIn') })
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'desktop-server-down',
    desktop: () => ({
      server: {
        ...{ kind: 'remote', url: 'http://models.studio.lan', status: 'offline' },
        ...{ message: 'models.studio.lan is not responding.', progress: null },
      },
    }),
    open: async (page) => {
      await page.route('**/api-embeddings/**', (route) => route.abort());
      await page.goto('/index.html');
      await heading(page);
    },
  },
];
