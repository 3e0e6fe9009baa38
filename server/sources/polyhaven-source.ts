import { z } from 'zod';
import { toPathKey } from '../contract/relative-path.ts';
import type { AskSource } from './ask-source.ts';
import { Id, Line, Lines, readAnswer, readEach, requirePaths, Size, toSourceFile } from './read-answer.ts';
import { type Keep, mostHits, openListed, type Source, type SourceFile, type SourceHit } from './source.ts';

/*
 * Poly Haven's public API, version 1.0.0 of its OpenAPI document: /assets lists all models in one answer, /info has
 * one, /files its files in every format and texture resolution. All of them are CC0.
 */
const Asset = z.object({
  id: Id,
  name: Line,
  description: Line.catch(''),
  category: Line.catch(''),
  tags: Lines,
  categories: Lines,
  download_count: z.number().catch(0),
  authors: z.record(z.string().max(200), z.unknown()).catch({}),
  attributes: z.object({ rigged: z.boolean().catch(false) }).catch({ rigged: false }),
});
type Asset = z.output<typeof Asset>;
const Assets = z.record(z.string(), z.unknown());

const Md5 = z
  .string()
  .regex(/^[0-9a-f]{32}$/i)
  .transform((md5) => md5.toLowerCase());
const Plain = z.object({ url: z.url({ protocol: /^https?$/ }), size: Size, md5: Md5 });
const Scene = Plain.extend({ include: z.record(z.string().min(1), Plain).optional() });
const Resolutions = z.record(z.string().regex(/^\d{1,2}k$/), z.record(z.string(), z.unknown())).catch({});
const formats = ['blend', 'fbx', 'gltf', 'usd'] as const;
const Files = z.object({ blend: Resolutions, fbx: Resolutions, gltf: Resolutions, usd: Resolutions });

const toSupport = (file: SourceFile): SourceFile =>
  file.role === 'scene' ? { ...file, role: 'support' } : file;

/** The model in every format and resolution. Triangles are not given, so all count as the source topology. */
function listFiles(answer: unknown): readonly SourceFile[] {
  const found: SourceFile[] = [];
  const all = readAnswer(Files, answer);
  for (const format of formats)
    for (const [resolution, kinds] of Object.entries(all[format])) {
      if (kinds[format] === undefined) continue;
      const { url, size: sizeBytes, md5, include = {} } = readAnswer(Scene, kinds[format]);
      const folder = `source/${format}_${resolution}`;
      const support = Object.entries(include).map(([path, { size, md5: hash, url: place }]) =>
        toSourceFile({ relativePath: `${folder}/${path}`, sizeBytes: size, md5: hash, url: place }),
      );
      const name = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
      const needs = support.map(({ relativePath }) => relativePath);
      const scene = { relativePath: `${folder}/${name}`, format, sizeBytes, md5, needs, url };
      found.push(toSourceFile({ ...scene, role: 'scene' }), ...support.map(toSupport));
    }
  return requirePaths(found);
}

const wordsOf = (text: string) => toPathKey(text).split(/[^\p{L}\p{N}]+/u);
const weights = { name: 3, tags: 2, others: 1 } as const;

/** How well a model matches; 0 if it lacks a word. */
function judge({ name, tags, categories, category }: Asset, words: readonly string[]): number {
  const has = (texts: readonly string[], word: string) =>
    texts.some((text) => wordsOf(text).some((part) => part.startsWith(word)));
  let sum = 0;
  for (const word of words) {
    const score =
      (has([name], word) ? weights.name : 0) +
      (has(tags, word) ? weights.tags : 0) +
      (has([...categories, category], word) ? weights.others : 0);
    if (score === 0) return 0;
    sum += score;
  }
  return sum;
}

const toHit = ({ id, name, description, tags, category: path, authors, attributes }: Asset): SourceHit => {
  const [category = '', subcategory = ''] = path.split('/');
  return {
    ...{ id, title: name, description, tags, category, subcategory, formats: [...formats], lods: ['source'] },
    ...{ license: 'CC0-1.0', authors: Object.keys(authors), rigged: attributes.rigged },
    page: `https://polyhaven.com/a/${id}`,
  };
};

export function createPolyHavenSource(ask: AskSource, keep: Keep): Source {
  const { address } = ask.settings;
  const readAll = () =>
    keep('assets', async () => {
      const all = readAnswer(Assets, await ask.json(`${address}/assets?type=models`));
      return readEach(
        Asset,
        Object.entries(all).map(([id, one]) => ({ ...Object(one), id })),
      );
    });

  return {
    filters: new Set(['type', 'format', 'license', 'lod', 'rigged']),
    async search({ words, type = 0, format, license, lod, rigged }) {
      const has = (wanted: readonly string[] | undefined, offered: readonly string[]) =>
        wanted === undefined || wanted.some((one) => offered.includes(one));
      if (type !== 0 || !has(format, formats) || !has(license, ['CC0-1.0']) || !has(lod, ['source']))
        return [];
      const parts = wordsOf(words).filter((word) => word !== '');
      const found = (await readAll())
        .filter((asset) => rigged === undefined || asset.attributes.rigged === rigged)
        .map((asset) => ({ asset, score: judge(asset, parts) }))
        .filter(({ score }) => score > 0 || parts.length === 0);
      return found
        .toSorted((a, b) => b.score - a.score || b.asset.download_count - a.asset.download_count)
        .slice(0, mostHits)
        .map(({ asset }) => toHit(asset));
    },
    async inventory(id) {
      const asset = readAnswer(Asset, { ...Object(await ask.json(`${address}/info/${id}`)), id });
      return { ...toHit(asset), files: listFiles(await ask.json(`${address}/files/${id}`)) };
    },
    open: openListed,
  };
}
