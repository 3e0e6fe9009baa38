import { toSlug } from '../../server/base/text.ts';
import { describeModel } from '../../server/catalogue/model/describe-model.ts';
import type { ModelData } from '../../server/catalogue/model/model-data.ts';
import { GivenFields } from '../../server/contract/catalogue/model-fields.ts';

/** A model for the catalogue's writer, without files; its hashes follow its fields. */
export function modelData(title: string, more: Partial<ModelData> = {}): ModelData {
  const given = GivenFields.parse({ title, category: 'Props', license: 'CC0-1.0' });
  const fields = {
    ...describeModel(given, {
      ...{ folder: title, title, priceCents: 100, animated: false, rigged: false, triangles: 12 },
      sizeMetres: null,
    }),
    guid: toSlug(title),
    files: [],
    posters: [],
    contentHash: 'none',
    ...more,
  };
  return {
    ...fields,
    categorySlug: toSlug(fields.category),
    subcategorySlug: fields.subcategory === '' ? '' : toSlug(fields.subcategory),
    metadataHash: more.metadataHash ?? JSON.stringify(fields),
  };
}
