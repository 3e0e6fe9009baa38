import type { ModelData } from '../../server/host/scan/catalogue-writer.ts';
import { toSlug } from '../../server/text.ts';

/** A model for the catalogue's writer, without files; its hashes follow its fields. */
export function modelData(title: string, more: Partial<ModelData> = {}): ModelData {
  const fields = {
    guid: toSlug(title),
    folder: title,
    title,
    slug: toSlug(title),
    description: '',
    type: 0,
    category: 'Props',
    subcategory: '',
    tags: [],
    keywords: [],
    license: 'CC0-1.0',
    attribution: null,
    priceCents: 100,
    sourceUpdatedAt: null,
    animated: false,
    rigged: false,
    triangles: 12,
    files: [],
    posters: [],
    contentHash: 'none',
    ...more,
  };
  return {
    categorySlug: toSlug(fields.category),
    subcategorySlug: fields.subcategory === '' ? '' : toSlug(fields.subcategory),
    metadataHash: JSON.stringify(fields),
    ...fields,
  };
}
