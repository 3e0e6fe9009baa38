import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openFreshDatabase } from '../helpers/fresh-database.ts';
import { simpleModel } from '../helpers/library-folder.ts';
import { requireJob, startPosterServer } from '../helpers/poster-renderer.ts';
import { registerPerson } from '../helpers/test-server.ts';
// The server starts its own processes for levels and colours.
import 'node:child_process';

const metricsKey = 'a-key-for-prometheus-alone';
const syncKey = 'a-key-for-the-sites-that-follow-alone';

/** What grows with the library. */
const long = [
  'model',
  'file',
  'job',
  'rendered_poster',
  'sync_change',
  'search_change',
  'leaf_list',
  'unlock',
  'problem',
];
const scansLong = new RegExp(`^SCAN (${long.join('|')})\\b`);
/** The rows of one model, account or list, and what changed since the index was built, are sorted quickly. */
const isOfFewRows = ([first = '']: readonly string[]) =>
  /\((model_id|rowid|guid|account_id|list_id|copies)=\?|^SEARCH search_change .*\(rowid>\?\)/.test(first);
/** What people make by hand. */
const isOfPeople = ([first = '']: readonly string[]) =>
  /^SCAN (account|invitation|publish|model_list|group_member)$/.test(first);
const isSlow = (steps: readonly string[]) =>
  steps.some((step) => scansLong.test(step)) ||
  (steps.some((step) => step.includes('USE TEMP B-TREE')) && !isOfFewRows(steps) && !isOfPeople(steps));

/**
 * A few milliseconds each: at most twice a minute, when the metrics are asked for (`quick-counts.ts`), or once for each change
 * that sites hear of (`change-feed.ts`). The last ends after a dozen rows.
 */
const isQuickScan =
  /^SELECT (\(SELECT count\(\*\) FROM (model|account)\b|count\(\*\) FROM (model WHERE host IS NULL|\(SELECT 1 FROM model LIMIT 13\)))/;
/** The models of a page. */
const isOfPage = /WHERE guid IN \(SELECT value FROM json_each/;
const ownQuery = "SELECT state FROM job WHERE kind IN ('level', 'colour', 'shape')";

/** What programs and people ask. */
const addresses = [
  ...['/api-sync/status.json', '/api-sync/changes?since=0', '/readyz'],
  ...[
    '/api-embeddings/browse',
    '/api-embeddings/?q=vase',
    '/api-embeddings/filters',
    '/api-embeddings/status',
  ],
  ...['/api/models/vase', '/api/models/vase/similar', '/api/download/formats/vase', '/api/session'],
  ...[
    'favourites',
    'collections',
    'searches',
    'transactions',
    'entitlements',
    'balance',
    'note-entries',
    'apps',
  ].map((list) => `/api/account/${list}`),
  ...[
    ...['status', 'library', 'problems', 'duplicates', 'models', 'usage', 'actions', 'accounts', 'posters'],
    ...['publishing', 'invitations', 'backups', 'synonyms', 'rights', 'groups'],
  ].map((list) => `/api/admin/${list}`),
];

type Run = { readonly sql: string; readonly values: readonly unknown[] };

/** Notes each statement that is run from now on, with its values, wherever it was prepared. */
function recordRuns() {
  const runs = new Map<string, Run>();
  let isOn = false;
  const prepare = Database.prototype.prepare;
  vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql);
    for (const name of ['get', 'all', 'run', 'iterate'] as const) {
      const run = statement[name];
      Object.defineProperty(statement, name, {
        value: (...values: unknown[]) => {
          if (isOn) runs.set(sql, { sql, values });
          return Reflect.apply(run, statement, values);
        },
      });
    }
    return statement;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return {
    start: () => {
      isOn = true;
    },
    stop: () => {
      isOn = false;
      return [...runs.values()];
    },
  };
}

test('sorts and scans nothing in what it asks again and again', async () => {
  const runs = recordRuns();
  const { server, claim, deliver, fail, progress } = await startPosterServer({
    files: { ...simpleModel('vase', { guid: 'vase' }), ...simpleModel('lamp', { guid: 'lamp' }) },
    tuning: { fewPages: 0 },
    environment: { LODESTOCK_LEVELS: 'auto', LODESTOCK_METRICS_KEY: metricsKey, LODESTOCK_SYNC_KEY: syncKey },
  });
  const { token } = await registerPerson(server);
  runs.start();
  await deliver(requireJob(await claim()).token);
  await fail(requireJob(await claim()).token);
  await progress();
  await server.call('posterStatus', {}, { token });
  await server.call('retryPosters', {}, { token });
  await fetch(`${server.baseUrl}/metrics`, { headers: { authorization: `Bearer ${metricsKey}` } });
  const wish = { guid: 'vase', format: 'obj', lod: '1k', relativePath: '1k/thing.obj' } as const;
  const { downloadUrl } = (await server.call('agentDirect', wish, { token })).body;
  for (const address of [...addresses, new URL(downloadUrl).pathname]) {
    const authorization = `Bearer ${address.startsWith('/api-sync') ? syncKey : token}`;
    const { status } = await fetch(`${server.baseUrl}${address}`, { headers: { authorization } });
    expect([address, status]).toEqual([address, 200]);
  }
  const states = server.db
    .prepare<[], string>("SELECT state FROM job WHERE kind IN ('level', 'colour', 'shape')")
    .pluck();
  await expect.poll(() => new Set(states.all())).toEqual(new Set(['done']));

  const ran = runs.stop().filter(({ sql }) => /^\s*(SELECT|UPDATE|DELETE|WITH)\b/.test(sql));

  const empty = openFreshDatabase(); // nothing counts rows to plan by
  const plans = ran.map(({ sql, values }) => ({
    sql,
    steps: empty
      .prepare<unknown[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values)
      .map(({ detail }) => detail),
  }));
  expect(plans.length).toBeGreaterThan(30);
  const slow = plans.filter(
    ({ sql, steps }) => isSlow(steps) && !isQuickScan.test(sql) && !isOfPage.test(sql) && sql !== ownQuery,
  );
  expect(slow).toEqual([]);
});
