import path from 'node:path';
import type { ModelData } from '../../../../../server/catalogue/model/model-data.ts';
import type { EngineQuery } from '../../../../../server/catalogue/search/engine/engine-types.ts';
import {
  createSearchEngine,
  type SearchEngineOptions,
} from '../../../../../server/catalogue/search/engine/search-engine.ts';
import { createCatalogueWriter } from '../../../../../server/catalogue/write/catalogue-writer.ts';
import type { SizeMetres } from '../../../../../server/contract/common.ts';
import type { Lod, ModelColour } from '../../../../../server/contract/limits.ts';
import { afterUse } from '../../../../helpers/after-use.ts';
import { openFreshDatabase } from '../../../../helpers/fresh-database.ts';
import { makeFolder } from '../../../../helpers/make-folder.ts';
import { modelData } from '../../../../helpers/model-data.ts';

export type Sample = {
  readonly title: string;
  readonly description?: string;
  readonly category?: string;
  readonly subcategory?: string;
  readonly tags?: readonly string[];
  readonly keywords?: readonly string[];
  readonly type?: number;
  readonly license?: string;
  readonly animated?: boolean;
  readonly rigged?: boolean;
  readonly triangles?: number | null;
  readonly formats?: readonly string[];
  readonly lod?: Lod;
  /** More files, of other topologies. */
  readonly more?: readonly {
    readonly lod: Lod;
    readonly triangles: number | null;
    readonly sizeBytes: number;
  }[];
  readonly colour?: ModelColour | null;
  readonly sizeMetres?: SizeMetres | null;
};

const toFile = (format: string, lod: NonNullable<Sample['lod']>): ModelData['files'][number] => ({
  format,
  lod,
  relativePath: `${lod}/model.${format}`,
  topologyFolder: lod,
  variant: null,
  role: 'scene',
  sizeBytes: 1000,
  sha256: '0'.repeat(64),
  crc32: 0,
  contentType: 'application/octet-stream',
  triangles: null,
  needs: [],
});

/** A whole model from the few facts that a test is about. */
export function toModelData(guid: string, sample: Sample): ModelData {
  const {
    title,
    category = 'Things',
    formats = [],
    lod = '1k',
    more = [],
    colour: _colour,
    ...fields
  } = sample;
  const moreFiles = more.map((file) => ({
    ...toFile('stl', file.lod),
    ...{ relativePath: `${file.lod}/more.stl`, triangles: file.triangles, sizeBytes: file.sizeBytes },
  }));
  return modelData(title, {
    ...fields,
    guid,
    folder: guid,
    category,
    priceCents: 0,
    triangles: sample.triangles ?? null,
    files: [...formats.map((format) => toFile(format, lod)), ...moreFiles],
    contentHash: JSON.stringify([formats, lod, more]),
    metadataHash: JSON.stringify(sample),
  });
}

/** A catalogue in a real database file with a writer; `open` starts an engine on it. */
export function createCatalogue() {
  const dataDir = makeFolder();
  const file = path.join(dataDir, 'lodestock.db');
  const db = openFreshDatabase(file);
  let now = Date.parse('2026-01-01T00:00:00Z');
  const clock = () => (now += 1000);
  const writer = createCatalogueWriter(db, clock);
  const engines: { close(): Promise<void> }[] = [];
  const guids = db.prepare<[], string>('SELECT guid FROM model').pluck();
  const idOf = db.prepare<[string], number>('SELECT id FROM model WHERE guid = ?').pluck();
  const setColour = db.prepare('UPDATE model SET colour = ? WHERE guid = ?');
  const titleOf = db.prepare<[number], string>('SELECT title FROM model WHERE id = ?').pluck();
  const close = async () => {
    await Promise.all(engines.map((engine) => engine.close()));
    db.close();
  };
  afterUse(close);

  return {
    db,
    dataDir,
    writer,
    snapshotFile: path.join(dataDir, 'search.index'),
    idOf: (guid: string) => idOf.get(guid) ?? 0,
    titleOf: (id: number) => titleOf.get(id) ?? '',
    put(samples: readonly Sample[], prefix = 'm') {
      writer.transaction(() => {
        for (const [index, sample] of samples.entries()) {
          writer.put(toModelData(`${prefix}${index}`, sample));
          if (sample.colour) setColour.run(sample.colour, `${prefix}${index}`);
        }
      });
    },
    /** Takes away all models: a catalogue and its engine cost far more to start than to empty. */
    clear() {
      writer.transaction(() => {
        for (const guid of guids.all()) writer.remove(guid);
      });
    },
    open(options: Partial<SearchEngineOptions> = {}) {
      const engine = createSearchEngine({ db, dataDir, fewModels: 0, ...options });
      engines.push(engine);
      return engine;
    },
    async openReady(options: Partial<SearchEngineOptions> = {}) {
      const engine = this.open(options);
      await engine.ready;
      return engine;
    },
    close,
  };
}
export type Catalogue = ReturnType<typeof createCatalogue>;

/** One engine for all tests of a file: each fills the catalogue again, and the engine takes in the change. */
export async function openOnce() {
  const catalogue = createCatalogue();
  const engine = await catalogue.openReady();
  const fill = async (samples: readonly Sample[]) => {
    catalogue.clear();
    catalogue.put(samples);
    await engine.apply();
  };
  return { catalogue, engine, fill };
}

export const toQuery = (words: string | null, more: Partial<EngineQuery> = {}): EngineQuery => ({
  words,
  sort: 'relevance',
  limit: 24,
  offset: 0,
  filters: {},
  ...more,
});
