import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Db } from '../../../server/base/db/open-database.ts';
import { createCatalogueWriter } from '../../../server/catalogue/write/catalogue-writer.ts';
import { createProblems } from '../../../server/catalogue/write/problems.ts';
import { createApplyChange } from '../../../server/sync/apply-change.ts';
import type { HostClient } from '../../../server/sync/host-client.ts';
import { HostFault } from '../../../server/sync/host-fault.ts';
import { createHostRows } from '../../../server/sync/host-rows.ts';
import { createLetGo } from '../../../server/sync/let-go.ts';
import { createProductRows } from '../../../server/sync/product-rows.ts';
import { createReadHost } from '../../../server/sync/read-host.ts';
import { fakeProduct } from '../../helpers/fake-host.ts';
import { openFreshDatabase } from '../../helpers/fresh-database.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { type HostedProduct, makeModelHost } from '../../helpers/model-host.ts';
import { runs } from '../../helpers/property-runs.ts';

class Crash extends Error {}

/** A site on a database file; a crash loses everything that is not in it. */
function openSite(file: string, client: HostClient) {
  const db = openFreshDatabase(file);
  const rows = createHostRows(db);
  const products = createProductRows(db);
  const problems = createProblems(db);
  const writer = createCatalogueWriter(db, () => 0);
  const letGo = createLetGo({ writer, products, placeOf: () => 0 });
  const apply = createApplyChange({
    ...{ db, writer, products, problems, letGo, placeOf: () => 0 },
    clock: Date.now,
    isLibraryFree: true,
  });
  const [row] = rows.list(['http://host']);
  const times = { wait: 0, retry: 0, compare: 0 };
  let crashIn = Number.POSITIVE_INFINITY;
  const turn = createReadHost({
    db,
    id: row?.id ?? 0,
    client,
    rows,
    products,
    problems,
    clock: Date.now,
    defaultPriceCents: 100,
    times,
    apply: (host, change) => {
      if (crashIn === 0) throw new Crash();
      crashIn -= 1;
      return apply(host, change);
    },
  });
  return {
    db,
    problems: () => problems.list(),
    /** Reads one page; a crash comes after some changes of it were written. */
    async step(changesUntilCrash = Number.POSITIVE_INFINITY) {
      crashIn = changesUntilCrash;
      return turn(new AbortController().signal).catch((error: unknown) => {
        if (error instanceof Crash || error instanceof HostFault) return null;
        throw error;
      });
    },
    async readToEnd() {
      for (let calm = 0; calm < 3; ) calm = (await this.step())?.isDone ? calm + 1 : 0;
    },
  };
}

const catalogueOf = (db: Db) =>
  new Map(
    db
      .prepare<[], { guid: string; version: number; sha256: string }>(
        'SELECT guid, version, sha256 FROM model JOIN file ON file.model_id = model.id',
      )
      .all()
      .map(({ guid, version, sha256 }) => [guid, `${version} ${sha256}`]),
  );

const expected = (products: ReadonlyMap<string, HostedProduct>) =>
  new Map(
    [...products].map(([guid, { version, content }]) => {
      const [file] = Object(fakeProduct(guid, version, String(content)).files);
      return [guid, `${version} ${file.sha256}`];
    }),
  );

const guids = fc.constantFrom(...'abcdefgh');
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('put'), guid: guids, content: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove'), guid: guids }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('read') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('crash'), after: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('backUp') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore') }) },
);
type Step = Partial<{ guid: string; content: number; after: number }> & { readonly do: string };

async function play(steps: readonly Step[], pageSize: number, file: string) {
  const host = makeModelHost(pageSize);
  let site = openSite(file, host.client);
  const actions: Readonly<Record<string, (given: Step) => unknown>> = {
    put: ({ guid = '', content = 0 }) => host.put(guid, content),
    remove: ({ guid = '' }) => host.remove(guid),
    restart: host.restart,
    backUp: host.backUp,
    restore: host.restore,
    read: () => site.step(),
    crash: async ({ after }) => {
      await site.step(after);
      site.db.close();
      site = openSite(file, host.client);
    },
  };
  for (const given of steps) await actions[given.do]?.(given);
  await site.readToEnd();
  const last = { found: catalogueOf(site.db), wanted: expected(host.products()), problems: site.problems() };
  const journal = site.db.prepare('SELECT count(*) FROM search_change').pluck();
  const before = journal.get();
  host.restart();
  await site.readToEnd();
  const written = Number(journal.get()) - Number(before);
  site.db.close();
  return { ...last, written };
}

test('ends in the state of its host whatever happened', async () => {
  const folder = makeFolder();
  let run = 0;

  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      async (steps, size) => {
        run += 1;
        const { found, wanted, problems, written } = await play(steps, size, path.join(folder, `${run}.db`));

        expect(found).toEqual(wanted);
        expect(
          problems.filter(({ reason }) => !reason.includes('since the host began a new history')),
        ).toEqual([]);
        expect(written).toBe(0);
      },
    ),
    runs(40),
  );
});
