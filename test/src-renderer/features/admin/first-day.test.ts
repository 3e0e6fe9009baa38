import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import '../../../../src-renderer/text/parts/admin.ts';
import { FirstDay, type ServerState } from '../../../../src-renderer/features/admin/first-day.tsx';
import { showLanguage } from '../../../../src-renderer/text/text.ts';

const job = { waiting: 0, done: 0, failed: 0, none: 0 };
const library = { folder: '/models', isDemo: false, isReady: true, isScanning: false };
const fresh: ServerState['status'] = {
  ...{ ok: true, startedAt: '2026-05-04T11:00:00Z', lastBackupAt: null, role: 'all' },
  ...{ registration: 'open', isRegistrationFixed: false, hosts: [], models: 0, files: 0, filesBytes: 0 },
  library: { ...library, lastScanAt: null, done: 0, total: 0, warnings: [], sentences: [] },
  jobs: { poster: job, level: job, asset: job, colour: job, shape: job, embedding: job },
  ...{ problems: 0, accounts: 1, disabledAccounts: 0, unlocks: 0, balancesUsd: 0, databaseBytes: 0 },
};

/** The places that the steps lead to. */
function placesOf(change: Partial<ServerState['status']> = {}, isBackupPossible = true): readonly string[] {
  const state = { status: { ...fresh, ...change }, isBackupPossible };
  const html = renderToStaticMarkup(createElement(FirstDay, { state, hrefOf: (section) => section }));
  return [...html.matchAll(/href="(?<place>\w+)"/g)].map(({ groups }) => groups?.place ?? '');
}

beforeAll(() => showLanguage('en'));

test('a new server wants models, a choice of who may join, and a backup', () => {
  expect(placesOf()).toEqual(['library', 'invitations', 'backups']);
});

test('a step goes when it is done', () => {
  expect(placesOf({ models: 1 })).toEqual(['invitations', 'backups']);
  expect(placesOf({ models: 1, registration: 'invite' })).toEqual(['invitations', 'backups']);
  expect(placesOf({ models: 1, registration: 'invite', accounts: 2 })).toEqual(['backups']);
  expect(placesOf({ models: 1, registration: 'closed', lastBackupAt: fresh.startedAt })).toEqual([]);
});

test('models are not missed while the library is read, but own ones beside the demo', () => {
  expect(placesOf({ library: { ...fresh.library, isReady: false } })).toEqual(['invitations', 'backups']);
  expect(placesOf({ models: 12, library: { ...fresh.library, isDemo: true } })).toContain('library');
});

test('a site wants a file host, and no backup where its accounts are in PostgreSQL', () => {
  expect(placesOf({ library: { ...fresh.library, folder: null } }, false)).toEqual(['hosts', 'invitations']);
});

test('what the settings of the server say cannot be chosen', () => {
  expect(placesOf({ models: 1, isRegistrationFixed: true })).toEqual(['backups']);
});
