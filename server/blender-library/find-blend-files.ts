import { z } from 'zod';
import type { Db } from '../base/db/open-database.ts';
import { contentTypeOf } from '../contract/catalogue/formats.ts';
import type { HostedFile } from '../files/inventory.ts';

/** A Blender file that needs no other, with its model's metadata. */
export type BlendFile = Pick<
  HostedFile,
  'folder' | 'relativePath' | 'place' | 'sizeBytes' | 'sha256' | 'contentType'
> & {
  readonly guid: string;
  readonly isFree: boolean;
  /** Whether this server made it from another file of the model. */
  readonly derived: boolean;
  readonly version: string;
  readonly assets: readonly { readonly name: string; readonly idType: string }[];
  readonly description: string;
  readonly license: string;
  readonly attribution: string | null;
  readonly tags: readonly string[];
  readonly category: string;
  readonly subcategory: string;
  readonly posterTag: string | null;
  /** SHA-256 of the small poster; null if there is none in a format that Blender accepts here. */
  readonly posterSha256: string | null;
};
type Row = Omit<BlendFile, 'assets' | 'tags' | 'derived' | 'isFree'> & {
  readonly assets: string;
  readonly tags: string;
  readonly derived: number;
  readonly isFree: number;
};
const Assets = z.array(z.object({ name: z.string(), idType: z.string() }));
const toFile = ({ assets, tags, derived, isFree, ...row }: Row): BlendFile => ({
  ...row,
  derived: derived === 1,
  isFree: isFree === 1,
  assets: Assets.parse(JSON.parse(assets)),
  tags: z.array(z.string()).parse(JSON.parse(tags)),
});

const described = (posterTag: string) => `model.description, model.license, model.attribution, model.tags,
  model.category, model.subcategory, ${posterTag} AS posterTag,
  CASE WHEN EXISTS (SELECT 1 FROM own_poster WHERE own_poster.model_id = model.id)
    THEN (SELECT CASE WHEN content_type IN ('image/webp', 'image/png') THEN sha256 END FROM own_poster
      WHERE own_poster.model_id = model.id ORDER BY size = 'small' DESC, size_bytes DESC LIMIT 1)
    ELSE (SELECT sha256 FROM rendered_poster WHERE rendered_poster.model_id = model.id AND size = 'small')
  END AS posterSha256`;
/** A path that no original has: those are in topology folders. */
const madePath = "'made/' || model.slug || '.blend'";

const select = (
  posterTag: string,
) => `SELECT model.guid, model.folder, file.relative_path AS relativePath, file.place, 0 AS derived,
    file.lod = '1k' OR model.price_cents = 0 AS isFree,
    file.size_bytes AS sizeBytes, file.sha256, file.content_type AS contentType, blend_file.version, blend_file.assets,
    ${described(posterTag)}
  FROM blend_file JOIN file ON file.sha256 = blend_file.sha256 JOIN model ON model.id = file.model_id
  WHERE model.host IS NULL AND file.format = 'blend'
  UNION ALL
  SELECT model.guid, model.folder, ${madePath}, NULL, 1,
    made_asset.lod = '1k' OR model.price_cents = 0,
    made_asset.size_bytes, made_asset.sha256, '${contentTypeOf('blend')}', made_asset.version, made_asset.assets,
    ${described(posterTag)}
  FROM made_asset JOIN model ON model.id = made_asset.model_id
  WHERE model.host IS NULL`;

/** Finds this server's files that Blender can use as assets. On creation, removes records of files that are gone. */
export function createBlendFiles(db: Db, posterTag: string) {
  db.exec("DELETE FROM blend_file WHERE sha256 NOT IN (SELECT sha256 FROM file WHERE format = 'blend')");
  const all = db.prepare<[], Row>(`SELECT * FROM (${select(posterTag)}) ORDER BY guid, relativePath`);
  const one = db.prepare<[string, string], Row>(
    `SELECT * FROM (${select(posterTag)}) WHERE guid = ? AND relativePath = ?`,
  );
  return {
    list: () => all.all().map(toFile),
    find(guid: string, relativePath: string) {
      const row = one.get(guid, relativePath);
      return row ? toFile(row) : null;
    },
  };
}
