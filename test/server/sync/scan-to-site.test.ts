import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toModelRecord } from '../../../server/catalogue/model/model-row.ts';
import { createModels } from '../../../server/catalogue/model/models.ts';
import { createCatalogueWriter } from '../../../server/catalogue/write/catalogue-writer.ts';
import { toSyncProduct } from '../../../server/sync/feed/sync-handlers.ts';
import { readProduct } from '../../../server/sync/read-product.ts';
import { codePoint } from '../../helpers/code-point.ts';
import { objText } from '../../helpers/library-folder.ts';
import { makeScannedLibrary } from '../../helpers/library-scanner.ts';

const addresses = {
  base: () => 'http://host',
  worker: () => 'http://host',
  posters: (hostUrl: string | null) => hostUrl ?? 'http://host',
  both: '',
  setPort: () => {},
  local: () => null,
  setLocal: () => {},
  root: '',
};
const unit = fc.oneof(
  fc.constant('x'),
  fc.constant(' '),
  fc.string({ unit: codePoint, maxLength: 1 }),
  fc.constant('\ud83e'),
);
const text = fc
  .tuple(
    unit,
    fc.string({ unit: codePoint }),
    fc.constantFrom(0, 1, 199, 200, 300, 499, 500, 600, 5000, 6000, 20_001),
  )
  .map(([one, rest, count]) => `${one.repeat(count)}${rest}`);
const words = fc.array(fc.oneof(fc.string({ unit: codePoint }), text, fc.integer()), { maxLength: 20 });
const price = fc.oneof(
  fc.integer({ min: -1, max: 1_000_001 }),
  fc.double(),
  fc.constantFrom(0, 0.004, 0.005, 0.01, 0.015, 4.35),
);
const time = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(
    '2026-02-30',
    '2026-05-01',
    '9999-12-31T23:59:59-01:00',
    '2026-05-01T00:00:00+25:00',
    '0000-01-01',
    'yesterday',
  ),
);
const or = (good: fc.Arbitrary<unknown>) => fc.oneof({ weight: 8, arbitrary: good }, fc.jsonValue());
const product = fc.record(
  {
    title: or(text),
    description: or(text),
    type: or(fc.constantFrom(0, 4, 5, 'effect')),
    category: or(text),
    subcategory: or(text),
    tags: or(words),
    keywords: or(words),
    license: or(text),
    attribution: or(text),
    priceUsd: or(price),
    sourceUpdatedAt: or(time),
    animated: or(fc.boolean()),
    rigged: or(fc.boolean()),
  },
  { requiredKeys: [] },
);
const fileName = fc
  .string({ unit: fc.constantFrom('a', 'B', '.', ' ', 'é', 'İ', '-', '😀'), minLength: 1, maxLength: 60 })
  .map((name) => `x${name}x`);

test('a site takes whatever the scan of its host publishes', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(product, fileName), { minLength: 1, maxLength: 60 }),
      async (models) => {
        const host = makeScannedLibrary(
          Object.assign(
            {},
            ...models.map(([content, name], index) => ({
              [`model ${index}/product.json`]: JSON.stringify(content),
              [`model ${index}/1k/thing.obj`]: objText(2, String(index)),
              [`model ${index}/1k/${name}`]: 'beside it',
            })),
          ),
        );
        await host.scan();
        const site = makeScannedLibrary({});
        const siteId = Number(
          site.db.prepare("INSERT INTO sync_host (url) VALUES ('http://host')").run().lastInsertRowid,
        );
        const writer = createCatalogueWriter(site.db, Date.now);
        const [own, taken] = [createModels(host.db), createModels(site.db)];
        for (const { guid } of host.models()) {
          const row = own.get(String(guid));
          const files = own.files(row.id);
          const answer = { product: JSON.parse(JSON.stringify(toSyncProduct({ row, files, addresses }))) };

          const found = readProduct(answer, { guid: row.guid, defaultPriceCents: 100 });

          if (found.fault !== undefined) throw new Error(found.fault);
          writer.transaction(() => void writer.adopt(found.model, { ...found, host: siteId }));
          const there = taken.get(row.guid);
          expect(toModelRecord({ ...there, hostUrl: null }, addresses)).toEqual(
            toModelRecord(row, addresses),
          );
          expect(there.attribution).toBe(row.attribution);
          expect(taken.files(there.id)).toEqual(files);
        }
      },
    ),
    { numRuns: 4 },
  );
});
