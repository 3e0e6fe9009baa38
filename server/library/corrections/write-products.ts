import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { isMounted } from '../../base/bucket/library-disk.ts';
import { toUsd } from '../../base/money.ts';
import { codeOf } from '../../base/storage/storage-fault.ts';
import { sentence, type Words } from '../../contract/sentence.ts';
import { isPublished } from '../../files/published-places.ts';
import type { OwnModel } from './library-view.ts';

type ProductWish = {
  readonly model: OwnModel;
  /** The folder in which the scan found it, relative to the library. */
  readonly unit: string;
  readonly edit: Readonly<Record<string, unknown>>;
};
type WrittenProduct = { readonly file: string } | { readonly reason: Words };

const several =
  'Its folder has several models, and a product.json would turn them into one. Move it into a folder of its own.';
const inBucket =
  'The library is in a bucket, and this server never writes to buckets. Put a product.json there yourself.';
const packed = 'It is in an archive. Unpack it into a folder first.';

/** Writes what is known about a model to a product.json in its folder, unless one exists. */
export function writeProduct({ model, unit, edit }: ProductWish, libraryDir: string): WrittenProduct {
  if (/\.zip(?:\/|$)/i.test(unit)) return { reason: packed };
  if (isPublished(unit)) return { reason: 'It was published here with its own product.json.' };
  if (model.folder !== unit || unit === '') return { reason: several };
  if (isMounted(libraryDir)) return { reason: inBucket };
  const file = `${unit}/product.json`;
  const { guid, title, description, category, subcategory, tags, license, attribution, priceCents } = model;
  const product = {
    ...{ guid, title, ...(description !== '' && { description }), category, subcategory, tags, license },
    ...{
      ...(attribution && { attribution }),
      ...(priceCents > 0 && { priceUsd: toUsd(priceCents) }),
      ...edit,
    },
  };
  try {
    writeFileSync(path.join(libraryDir, file), `${JSON.stringify(product, null, 2)}\n`, { flag: 'wx' });
    return { file };
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return { reason: 'Its folder has a product.json already.' };
    const why = error instanceof Error ? error.message : String(error);
    return {
      reason: sentence`The file cannot be written (${{ reason: why }}). Give the server write access there.`,
    };
  }
}
