import { createHash } from 'node:crypto';
import { z } from 'zod';

/** What Blender 5.2 demands of a listing (interface of remote asset libraries, version 1.0.0). */
const UrlWithHash = z.object({ url: z.string(), hash: z.string().regex(/^SHA256:[0-9a-f]{64}$/) });
const Meta = z.object({
  api_versions: z.record(z.string(), UrlWithHash),
  name: z.string(),
  contact: z.object({ name: z.string(), url: z.string().optional(), email: z.string().optional() }),
});
const Index = z.object({
  schema_version: z.literal('1.0.0'),
  asset_size_bytes: z.int(),
  asset_count: z.int(),
  file_count: z.int(),
  pages: z.array(UrlWithHash),
  catalogs: z.array(
    z.object({ path: z.string(), simple_name: z.string().optional(), uuids: z.array(z.uuid()).min(1) }),
  ),
});
const Asset = z.object({
  name: z.string().min(1),
  id_type: z.string().min(1),
  files: z.array(z.string()).min(1),
  thumbnail: UrlWithHash.optional(),
  meta: z
    .object({
      catalog_id: z.uuid(),
      tags: z.array(z.string()).min(1).optional(),
      author: z.string().min(1).optional(),
      description: z.string().min(1).optional(),
      license: z.string().min(1).optional(),
    })
    .optional(),
  bl_versions: z.object({ min: z.string().regex(/^\d+\.\d+$/) }),
});
const File = z.object({
  path: z.string().regex(/^[^/\\:].*\.blend$/),
  url: z.string().optional(),
  size_in_bytes: z.int(),
  hash: UrlWithHash.shape.hash,
  blender_version: z.string().regex(/^\d+\.\d+$/),
});
const Page = z.object({
  asset_count: z.int(),
  file_count: z.int(),
  assets: z.array(Asset),
  files: z.array(File),
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Reads a library as Blender does: each address with its hash behind it, each answer against its hash. */
export async function readAssetLibrary(root: string, headers: Readonly<Record<string, string>> = {}) {
  const get = async ({ url, hash }: z.infer<typeof UrlWithHash>) => {
    const value = hash.slice('SHA256:'.length);
    const answer = await fetch(new URL(`${url}${url.includes('?') ? '&' : '?'}hash=${value}`, root), {
      headers,
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok || sha256(bytes) !== value)
      throw new Error(`${url} is not what was listed: ${answer.status}`);
    return { bytes, headers: answer.headers };
  };
  const json = async <T>(schema: z.ZodType<T>, place: z.infer<typeof UrlWithHash>) =>
    schema.parse(JSON.parse((await get(place)).bytes.toString()));
  const meta = Meta.parse(
    await (await fetch(new URL('_asset-library-meta.json?s=12254720', root), { headers })).json(),
  );
  const version = meta.api_versions.v1;
  if (!version) throw new Error('the library is of another version');
  const index = await json(Index, version);
  const pages = await Promise.all(index.pages.map((place) => json(Page, place)));
  return {
    ...{ meta, index, pages, get },
    assets: pages.flatMap(({ assets }) => assets),
    files: pages.flatMap(({ files }) => files),
    download: (file: z.infer<typeof File>) => get({ url: file.url ?? file.path, hash: file.hash }),
  };
}
