import { z } from 'zod';
import { Guid, LodName, Role, Sha256 } from '../contract/common.ts';
import { toUrlPath } from '../contract/relative-path.ts';
import type { AskSource } from './ask-source.ts';
import { Line, Lines, readAnswer, readEach, requirePaths, Size } from './read-answer.ts';
import { mostHits, type Source, SourceFault, type SourceFile, type SourceHit } from './source.ts';

const Record = z
  .object({
    guid: Guid.max(72),
    title: Line,
    description: Line.catch(''),
    category: Line.catch(''),
    subcategory: Line.catch(''),
    tags: Lines,
    license: Line.nullable().catch(null),
    attribution: Line.nullish().catch(null),
    priceUsd: z.number().min(0),
    animated: z.boolean().catch(false),
    rigged: z.boolean().catch(false),
    triCount: Size.nullable().catch(null),
    formats: Lines,
    lods: z.array(LodName).catch([]),
    sizeBytes: Size.catch(0),
  })
  .transform(({ guid, ...model }) => ({ id: guid, ...model }));
const Found = z.object({ results: z.array(z.unknown()).max(200) });
const Details = z.object({
  topologies: z.array(
    z.object({
      lod: LodName,
      files: z.array(
        z.object({
          ...{ relativePath: z.string(), format: z.string().max(40), role: Role },
          ...{ sizeBytes: Size, sha256: Sha256, supportFilesCount: Size.catch(0) },
        }),
      ),
    }),
  ),
});
const Direct = z.object({ downloadUrl: z.url({ protocol: /^https?$/ }), sha256: Sha256, sizeBytes: Size });

/** Search parameters that the other server accepts unchanged. */
const filters = new Set(
  `type category categories subcategory tag format lod license animated rigged triMin triMax sizeMin sizeMax
  sizeMaxX sizeMaxY sizeMaxZ colour`.split(/\s+/),
);

const toHit = (base: string, { attribution, ...model }: z.output<typeof Record>): SourceHit => ({
  ...model,
  authors: attribution ? [attribution] : [],
  page: `${base}/model/${model.id}`,
});

/** The files beside a scene, if they are exactly those that it needs. */
function toNeeds<F extends { relativePath: string; role: string; supportFilesCount: number }>(
  scene: F,
  files: readonly F[],
): string[] | null {
  const beside = files.filter(({ role }) => role !== 'scene').map(({ relativePath }) => relativePath);
  if (scene.supportFilesCount === 0) return [];
  return beside.length === scene.supportFilesCount ? beside : null;
}

/** Another server with our API. Its key pays for nothing. */
export function createLodestockSource(ask: AskSource): Source {
  const { address, key } = ask.settings;
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };

  const findAddress = async (guid: string, { relativePath, format, lod, ...file }: SourceFile) => {
    if (key === undefined) {
      const query = new URLSearchParams({ lod, relativePath });
      const place = await ask.redirect(`${address}/download/${guid}/format/${format}?${query}`);
      // Paid files redirect to a page.
      if (new URL(place).origin === new URL(address).origin && !/\/data\//.test(place))
        throw new SourceFault('The source gives this file only to people with an account there.');
      return place;
    }
    const body = { guid, format, lod, relativePath, maxPriceUsd: 0 };
    const answer = await ask.json(`${address}/api/download/direct`, { headers, body });
    const direct = readAnswer(Direct, answer);
    if (direct.sha256 !== file.sha256 || direct.sizeBytes !== file.sizeBytes)
      throw new SourceFault('The source names another file than before.');
    return direct.downloadUrl;
  };

  return {
    filters,
    async search({ words, ...query }) {
      const given = new URLSearchParams({ q: words, limit: String(mostHits) });
      for (const [name, value] of Object.entries(query))
        if (filters.has(name)) for (const one of [value].flat()) given.append(name, String(one));
      const { results } = readAnswer(
        Found,
        await ask.json(`${address}/api-embeddings/?${given}`, { headers }),
      );
      return readEach(Record, results).map((model) => toHit(address, model));
    },
    async inventory(id) {
      const answer = await ask.json(`${address}/api/models/${id}`, { headers });
      const model = readAnswer(Record, answer);
      if (model.id !== id) throw new SourceFault('The source answers for another model.');
      const files = readAnswer(Details, answer).topologies.flatMap(({ lod, files }) =>
        files.flatMap((file): SourceFile[] => {
          const needs = file.role === 'scene' ? toNeeds(file, files) : [];
          const { supportFilesCount: _count, ...rest } = file;
          return needs === null ? [] : [{ ...rest, lod, needs, md5: null, url: null }];
        }),
      );
      return { ...toHit(address, model), files: requirePaths(files) };
    },
    async open(id, files) {
      const [scene] = files;
      if (scene === undefined) return new Map();
      const place = await findAddress(id, scene);
      // One capability covers a scene and its support files, below the same address.
      const encoded = toUrlPath(scene.relativePath);
      const { href } = new URL(place);
      if (files.length > 1 && !href.endsWith(`/${encoded}`))
        throw new SourceFault('The source gives an address that is none of this file.');
      const base = href.slice(0, href.length - encoded.length);
      return new Map(
        files.map(({ relativePath }, index) => [
          relativePath,
          index === 0 ? href : base + toUrlPath(relativePath),
        ]),
      );
    },
  };
}
