import { createHash } from 'node:crypto';
import { toUrlPath } from '../contract/relative-path.ts';
import { toCatalogId, toCatalogPath, toCatalogUuid } from './asset-catalogs.ts';
import type { BlendFile } from './find-blend-files.ts';

/** File names of a listing, by version 1.0.0 of the remote asset library format in Blender 5.2. */
const metaName = '_asset-library-meta.json';
const indexName = '_v1/asset-index.json';
const toPageName = (page: number) => `_v1/assets-${String(page).padStart(5, '0')}.json`;
const assetsPerPage = 1000;

type Context = {
  readonly base: string;
  readonly toThumbnailUrl: (file: BlendFile) => string;
};

const hashOf = (bytes: Buffer) => `SHA256:${createHash('sha256').update(bytes).digest('hex')}`;
const toJson = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
const toPath = ({ guid, relativePath }: BlendFile) => `${guid}/${relativePath}`;
const toFileUrl = (file: BlendFile) => `files/${toUrlPath(toPath(file))}`;

function toAssets(file: BlendFile, { toThumbnailUrl }: Context) {
  const { tags, description, license, attribution, posterSha256, version } = file;
  const meta = {
    catalog_id: toCatalogId(file),
    ...(tags.length > 0 && { tags }),
    ...(attribution && { author: attribution }),
    ...(description && { description }),
    ...(license && { license }),
  };
  const thumbnail = posterSha256 && { url: toThumbnailUrl(file), hash: `SHA256:${posterSha256}` };
  return file.assets.map(({ name, idType }) => ({
    ...{ name, id_type: idType, files: [toPath(file)] },
    ...(thumbnail && { thumbnail }),
    ...{ meta, bl_versions: { min: version } },
  }));
}

const toFile = (file: BlendFile) => ({
  ...{ path: toPath(file), url: toFileUrl(file), size_in_bytes: file.sizeBytes },
  ...{ hash: `SHA256:${file.sha256}`, blender_version: file.version },
});

/** Pages of about a thousand assets; assets of one file stay together. */
function paginate(files: readonly BlendFile[]): BlendFile[][] {
  const pages: BlendFile[][] = [];
  let room = 0;
  for (const file of files) {
    if (room <= 0) {
      pages.push([]);
      room = assetsPerPage;
    }
    pages.at(-1)?.push(file);
    room -= file.assets.length;
  }
  return pages;
}

/** All files of a listing by name, relative to the library's address. */
export function renderListing(files: readonly BlendFile[], context: Context): ReadonlyMap<string, Buffer> {
  const pages = paginate(files).map((page, index) => {
    const assets = page.flatMap((file) => toAssets(file, context));
    const listed = { asset_count: assets.length, file_count: page.length, assets, files: page.map(toFile) };
    return [toPageName(index), toJson(listed)] as const;
  });
  const paths = [...new Set(files.map(toCatalogPath))].sort();
  const index = toJson({
    schema_version: '1.0.0',
    asset_size_bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    asset_count: files.reduce((sum, { assets }) => sum + assets.length, 0),
    file_count: files.length,
    pages: pages.map(([url, bytes]) => ({ url, hash: hashOf(bytes) })),
    catalogs: paths.map((path) => ({
      path,
      simple_name: path.replaceAll('/', '-'),
      uuids: [toCatalogUuid(path)],
    })),
  });
  const meta = toJson({
    api_versions: { v1: { url: indexName, hash: hashOf(index) } },
    name: `Lodestock (${new URL(context.base).host})`,
    contact: { name: 'Lodestock', url: context.base },
  });
  return new Map([[metaName, meta], [indexName, index], ...pages]);
}
