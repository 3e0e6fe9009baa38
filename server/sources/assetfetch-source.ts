import { z } from 'zod';
import type { AskSource } from './ask-source.ts';
import { Id, Line, Lines, readAnswer, readEach, requirePaths, Size, toSourceFile } from './read-answer.ts';
import {
  type Keep,
  mostHits,
  openListed,
  type Source,
  SourceFault,
  type SourceFile,
  type SourceHit,
} from './source.ts';

/*
 * AssetFetch 0.4: initialization → asset_list → implementation_list, each answer with the queries for the next. Files
 * in archives, and files that must be unlocked, are left out.
 */
const version = '0.4';

const Uri = z.url({ protocol: /^https?$/ });
const Method = z.enum(['get', 'post']);
const Parameter = z.object({
  id: z.string().min(1).max(200),
  type: z.enum(['text', 'boolean', 'select', 'fixed']),
  default: z.string().max(2000).nullish(),
});
const VariableQuery = z.object({ uri: Uri, method: Method, parameters: z.array(Parameter).max(100) });
type VariableQuery = z.output<typeof VariableQuery>;
const FixedQuery = z.object({
  uri: Uri,
  method: z.literal('get', { error: 'not a get' }),
  payload: z.record(z.string(), z.string()).nullish(),
});

const Text = z.object({ title: Line, description: Line.nullish().catch(null) });
const License = z.object({ license_spdx: Line.nullish(), license_uri: Line.nullish() });
const meta = (kind: string) => z.object({ version: z.literal(version), kind: z.literal(kind) });
const Header = z.object({
  name: z.string().regex(/^[A-Za-z0-9-]{1,100}$/),
  is_required: z.boolean(),
  prefix: z.string().max(100).nullish(),
  suffix: z.string().max(100).nullish(),
  encoding: z.enum(['plain', 'base64']).nullish(),
});
const Start = z.object({
  meta: meta('initialization'),
  data: z.object({
    asset_list_query: VariableQuery,
    license: License.nullish(),
    provider_configuration: z.object({ headers: z.array(Header).max(20) }).nullish(),
  }),
});
const AssetList = z.object({ meta: meta('asset_list'), assets: z.array(z.unknown()).max(100) });
const Asset = z.object({
  id: Id,
  data: z.object({
    implementation_list_query: VariableQuery,
    text: Text.nullish().catch(null),
    license: License.nullish().catch(null),
    authors: z
      .array(z.object({ name: Line }))
      .max(50)
      .nullish()
      .catch(null),
    keywords: Lines,
    web_references: z
      .array(z.object({ uri: Uri }))
      .max(50)
      .nullish()
      .catch(null),
  }),
});
type Asset = z.output<typeof Asset>;
const Component = z.object({
  id: z.string(),
  data: z.object({
    store: z.object({ bytes: Size.nullish(), local_file_path: z.string().min(1) }),
    'fetch.download': z
      .object({ download_query: FixedQuery, unlock_query_id: z.string().nullish() })
      .optional(),
    'handle.native': z.unknown().optional(),
  }),
});
const ImplementationList = z.object({
  meta: meta('implementation_list'),
  data: z.object({
    unlock_queries: z.array(z.object({ id: z.string(), unlocked: z.boolean() })).nullish(),
  }),
  implementations: z.array(z.object({ id: Id, components: z.array(z.unknown()).min(1).max(2000) })).max(200),
});

function toAddress({ uri, payload }: z.output<typeof FixedQuery>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(payload ?? {})) url.searchParams.set(name, value);
  return url.href;
}

/** The files of one implementation; null if one of them is not available exactly, or nothing says which to open. */
function toFiles(
  { id, components }: z.output<typeof ImplementationList>['implementations'][number],
  isOpen: (unlockId: string) => boolean,
): SourceFile[] | null {
  const files: SourceFile[] = [];
  for (const one of components) {
    const { data } = z.safeParse(Component, one);
    const download = data?.data['fetch.download'];
    const { bytes: sizeBytes, local_file_path: name } = data?.data.store ?? {};
    if (data === undefined || download === undefined || sizeBytes == null) return null;
    if (download.unlock_query_id != null && !isOpen(download.unlock_query_id)) return null;
    const url = toAddress(download.download_query);
    const file = toSourceFile({ relativePath: `source/${id}/${name}`, sizeBytes, url });
    const isScene = data.data['handle.native'] !== undefined && file.role === 'scene';
    const role = file.role === 'texture' ? 'texture' : isScene ? 'scene' : 'support';
    files.push({ ...file, role });
  }
  const needs = files.filter(({ role }) => role !== 'scene').map(({ relativePath }) => relativePath);
  if (needs.length === files.length) return null;
  requirePaths(files);
  return files.map((file) => (file.role === 'scene' ? { ...file, needs } : file));
}

const toHit = (
  base: string,
  { id, data }: Asset,
  usual: z.output<typeof License> | null | undefined,
): SourceHit => {
  const { license_spdx: spdx, license_uri: uri } = data.license ?? usual ?? {};
  return {
    ...{ id, title: data.text?.title || id, description: data.text?.description ?? '', tags: data.keywords },
    license: spdx || uri || null,
    authors: (data.authors ?? []).map(({ name }) => name),
    page: data.web_references?.[0]?.uri ?? base,
  };
};

export function createAssetFetchSource(ask: AskSource, keep: Keep): Source {
  const { address, key } = ask.settings;
  /** The search words that found a model: assets have no URL of their own. */
  const foundBy = new Map<string, string>();
  const mostKnown = 5000;

  const start = () => keep('initialization', async () => readAnswer(Start, await ask.json(address)).data);
  const toHeaders = async (): Promise<Readonly<Record<string, string>>> => {
    const wanted = (await start()).provider_configuration?.headers.filter((one) => one.is_required) ?? [];
    const [header] = wanted;
    if (header === undefined) return {};
    if (key === undefined) throw new SourceFault('The source asks for a key.');
    if (wanted.length > 1)
      throw new SourceFault('The source asks for more than one key, which its settings cannot hold.');
    const value = `${header.prefix ?? ''}${key}${header.suffix ?? ''}`;
    return { [header.name]: header.encoding === 'base64' ? Buffer.from(value).toString('base64') : value };
  };
  const run = async ({ uri, method, parameters }: VariableQuery, words: string | null) => {
    const given = new URLSearchParams();
    const texts = parameters.filter(({ type }) => type === 'text');
    const forWords = texts.find(({ id }) => /^(q|query|search|text|keywords?)$/i.test(id)) ?? texts[0];
    if (words !== null && forWords === undefined) throw new SourceFault('The source cannot search by words.');
    for (const { id, default: usual } of parameters) if (usual != null) given.set(id, usual);
    if (words !== null && forWords !== undefined) given.set(forWords.id, words);
    const headers = await toHeaders();
    if (method === 'post') return ask.json(uri, { headers, body: given });
    const url = new URL(uri);
    for (const [name, value] of given) url.searchParams.set(name, value);
    return ask.json(url.href, { headers });
  };
  const readFiles = async ({ data }: Asset) => {
    const list = readAnswer(ImplementationList, await run(data.implementation_list_query, null));
    const open = new Set(list.data.unlock_queries?.flatMap(({ id, unlocked }) => (unlocked ? [id] : [])));
    return list.implementations.flatMap((one) => toFiles(one, (id) => open.has(id)) ?? []);
  };
  const list = async (words: string) => {
    const { asset_list_query: query, license } = await start();
    const { assets } = readAnswer(AssetList, await run(query, words));
    return { found: readEach(Asset, assets), license };
  };

  return {
    filters: new Set(),
    async search({ words }) {
      const { found, license } = await list(words);
      for (const { id } of found) {
        foundBy.delete(id);
        foundBy.set(id, words);
      }
      for (const id of foundBy.keys()) if (foundBy.size > mostKnown) foundBy.delete(id);
      return found.slice(0, mostHits).map((asset) => toHit(address, asset, license));
    },
    async inventory(id) {
      const words = foundBy.get(id);
      const { found, license } = words === undefined ? { found: [], license: null } : await list(words);
      const asset = found.find((one) => one.id === id);
      if (asset === undefined)
        throw new SourceFault('The source has to be searched again for this model.', { isMissing: true });
      return { ...toHit(address, asset, license), files: await readFiles(asset) };
    },
    open: openListed,
  };
}
