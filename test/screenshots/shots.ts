import type { Page } from 'playwright';
import { t } from '../../src-renderer/text/text.ts';
import { desktopShots } from './desktop-shots.ts';
import { deleteProject, openProject } from './project-shot.ts';
import { openGrid, openModel, openPage, type Shot } from './shot.ts';

const showIn3d = async (page: Page) => {
  await page.getByRole('button', { name: t('preview.open') }).click();
  await page.getByRole('button', { name: t('preview.showPicture') }).waitFor({ timeout: 60_000 });
};

/** Takes back the files to publish. */
const discard = async (page: Page) => {
  const button = page.getByRole('button', { name: t('publish.discard') });
  await button.click();
  await button.waitFor({ state: 'detached' });
};

const admin = [
  ...['', 'models', 'library', 'publishing', 'problems', 'duplicates', 'people', 'invitations', 'rights'],
  ...['server', 'hosts', 'plugins', 'synonyms', 'log'],
];
const account = ['unlocks', 'transactions', 'keys', 'apps', 'sessions', 'settings'];

/** Every page and state, in the order of the gallery. */
export const shots: readonly Shot[] = [
  { name: 'browse', readme: 'light', open: (page) => openGrid(page) },
  { name: 'browse-search', open: (page) => openGrid(page, '/?q=animated') },
  {
    name: 'browse-suggestions',
    open: async (page) => {
      await openGrid(page);
      await page.getByRole('combobox', { name: t('browse.search') }).fill('tab');
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  },
  {
    name: 'browse-quick-look',
    readme: 'dark',
    open: async (page) => {
      await openGrid(page, '/?format=glb');
      await page.getByRole('gridcell').first().focus();
      await page.keyboard.press(' ');
      await page.getByRole('dialog').getByRole('table').waitFor();
    },
  },
  {
    name: 'browse-selected',
    isSignedIn: true,
    open: async (page) => {
      await openGrid(page, '/?lod=1k');
      await page.getByRole('gridcell').first().focus();
      await page.keyboard.press('x');
      await page.keyboard.press('Shift+ArrowRight');
      await page
        .getByRole('toolbar')
        .getByText(t('browse.picks.count', { count: 2 }))
        .waitFor();
    },
  },
  {
    name: 'browse-saved-searches',
    isSignedIn: true,
    open: async (page) => {
      await openGrid(page);
      await page.getByRole('combobox', { name: t('browse.search') }).click();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  },
  {
    name: 'browse-coming-back',
    isSignedIn: true,
    open: async (page, { records }) => {
      const opened = records.slice(2, 10).map((model) => JSON.stringify({ ...model, server: '' }));
      const last = { at: new Date(Date.now() - 4 * 24 * 60 * 60 * 1000).toISOString(), total: 1 };
      await page.addInitScript(
        ([recent, visits]) => {
          localStorage.setItem('lodestock.recent-models', JSON.stringify(recent));
          localStorage.setItem('lodestock.visits', JSON.stringify(visits));
        },
        [opened, [JSON.stringify({ server: '', last, before: null })]],
      );
      await openGrid(page);
      await page.getByRole('navigation', { name: t('browse.home.continue') }).waitFor();
      await page.getByRole('status').getByRole('button').waitFor();
      const isPhone = (page.viewportSize()?.width ?? 0) < 720; // there, they are among the filters
      if (!isPhone) await page.getByRole('link', { name: /Tavern/ }).waitFor();
    },
  },
  {
    name: 'browse-nothing-found',
    open: async (page) => {
      await page.goto('/?q=zeppelinhangar');
      await page
        .getByRole('heading', { name: t('browse.noneMatches', { query: 'zeppelinhangar' }) })
        .waitFor();
    },
  },
  { name: 'browse-loading', site: 'hangs', open: async (page) => void (await page.goto('/')) },
  {
    name: 'browse-error',
    site: 'fails',
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'browse-empty', site: 'answers', models: 'none', open: (page) => openPage(page, '/') },
  { name: 'browse-uncategorised', site: 'answers', models: 'uncategorised', open: (page) => openGrid(page) },
  {
    name: 'browse-thousands',
    site: 'answers',
    models: 'thousands',
    open: async (page) => {
      await openGrid(page);
      await page.keyboard.press('Tab');
      await page.getByRole('gridcell').first().focus();
      await page.keyboard.press('Control+End');
      await page.getByRole('gridcell', { name: /10,?\.?000/ }).waitFor();
    },
  },
  { name: 'browse-indexing', site: 'indexes', open: (page) => openPage(page, '/?q=oak') },
  {
    name: 'palette',
    open: async (page) => {
      await openGrid(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
    },
  },
  {
    name: 'shortcuts',
    open: async (page) => {
      await openGrid(page);
      await page.getByRole('gridcell').first().focus();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'collections-signed-out', open: (page) => openPage(page, '/collections') },
  { name: 'collections', isSignedIn: true, open: (page) => openPage(page, '/collections') },
  {
    name: 'collection',
    isSignedIn: true,
    open: async (page) => {
      await openPage(page, '/collections');
      await page.getByRole('link', { name: /Tavern/ }).click();
      await page.getByRole('gridcell').first().waitFor();
    },
  },
  {
    name: 'collection-chooser',
    isSignedIn: true,
    open: async (page) => {
      await openGrid(page);
      await page.getByRole('gridcell').first().focus();
      await page.keyboard.press('c');
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    },
  },
  { name: 'projects-empty', isSignedIn: true, open: (page) => openPage(page, '/projects') },
  { name: 'project', isSignedIn: true, open: openProject, close: deleteProject },
  { name: 'favourites', isSignedIn: true, open: (page) => openGrid(page, '/favourites') },
  { name: 'favourites-empty', open: (page) => openPage(page, '/favourites') },
  { name: 'model', readme: 'dark', open: (page, places) => openModel(page, places, /^Knight/i) },
  { name: 'model-signed-in', isSignedIn: true, open: (page, places) => openModel(page, places, /flight/i) },
  {
    name: 'model-3d',
    readme: 'light',
    open: async (page, places) => {
      await openModel(page, places, /^Treasure/i);
      await showIn3d(page);
    },
  },
  {
    name: 'model-3d-failed',
    open: async (page, places) => {
      await page.route('**/viewer-asset/**', (route) => route.fulfill({ body: 'no model' }));
      await openModel(page, places, /^Treasure/i);
      await page.getByRole('button', { name: t('preview.open') }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'model-unknown', open: (page) => openPage(page, '/model/unknown') },
  { name: 'sign-in', open: (page) => openPage(page, '/sign-in') },
  {
    name: 'sign-in-wrong',
    site: 'answers',
    open: async (page) => {
      await page.goto('/sign-in');
      await page.getByLabel(t('account.email')).fill('ada@example.org');
      await page.getByLabel(t('account.password')).fill('wrong password');
      await page.getByRole('button', { name: t('common.signIn'), exact: true }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'register',
    open: async (page) => {
      await page.goto('/sign-in');
      await page.getByRole('button', { name: t('account.toCreate') }).click();
      await page.getByLabel(t('account.name')).waitFor();
    },
  },
  { name: 'approve', site: 'answers', isSignedIn: true, open: (page) => openPage(page, '/approve/known') },
  { name: 'approve-code', isSignedIn: true, open: (page) => openPage(page, '/approve') },
  { name: 'not-found', open: (page) => openPage(page, '/nowhere') },
  ...account.map(
    (section): Shot => ({
      name: `account-${section}`,
      isSignedIn: true,
      open: (page) => openPage(page, `/account/${section}`),
    }),
  ),
  ...admin.map(
    (section): Shot => ({
      name: `admin-${section || 'overview'}`,
      isSignedIn: true,
      ...(section === 'models' && { readme: 'light' }),
      open: async (page) => {
        await openPage(page, `/admin/${section}`);
        await page.waitForLoadState('networkidle');
      },
    }),
  ),
  {
    name: 'admin-backups',
    isSignedIn: true,
    open: async (page) => {
      await openPage(page, '/admin/backups');
      await page.getByRole('button', { name: t('admin.backups.now') }).click();
      await page.getByRole('cell').first().waitFor();
    },
  },
  {
    name: 'admin-versions',
    isSignedIn: true,
    open: async (page) => {
      await openPage(page, '/admin/models');
      await page.getByRole('checkbox').nth(1).click();
      await page.getByRole('button', { name: t('admin.models.versions.title') }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'publish', isSignedIn: true, open: (page) => openPage(page, '/publish') },
  {
    name: 'publish-found',
    isSignedIn: true,
    open: async (page, { records }) => {
      await openPage(page, '/publish');
      // What a run that failed has left.
      const left = page.getByRole('button', { name: t('publish.discard') });
      await left
        .or(page.getByLabel(t('publish.choose.files')))
        .first()
        .waitFor({ state: 'attached' });
      if (await left.isVisible()) await discard(page);
      // One that needs no other files.
      const whole = records.filter(({ glb1kUrl }) => glb1kUrl !== null);
      const url = (whole.find(({ title }) => /^(Alien|Knight)/.test(title)) ?? whole[0])?.glb1kUrl ?? '';
      const buffer = Buffer.from(await (await fetch(url)).arrayBuffer());
      await page
        .getByLabel(t('publish.choose.files'))
        .setInputFiles({ name: 'Oak chair.glb', mimeType: '', buffer });
      await page.getByRole('heading', { name: t('publish.found', { count: 1 }) }).waitFor();
      await page.locator('figcaption').filter({ hasText: /glb,/ }).waitFor();
    },
    close: discard,
  },
  {
    name: 'publish-several',
    isSignedIn: true,
    open: async (page, { records }) => {
      await openPage(page, '/publish');
      const url = records.find(({ glb1kUrl }) => glb1kUrl !== null)?.glb1kUrl ?? '';
      const buffer = Buffer.from(await (await fetch(url)).arrayBuffer());
      const files = ['Oak chair', 'Garden table', 'Floor lamp'].map((name) => ({
        ...{ name: `${name}.glb`, mimeType: '', buffer },
      }));
      await page.getByLabel(t('publish.choose.files')).setInputFiles(files);
      await page.getByRole('heading', { name: t('publish.found', { count: 3 }) }).waitFor();
      await page.locator('figcaption').filter({ hasText: /glb,/ }).waitFor();
    },
    close: discard,
  },
  ...desktopShots,
];
