import type { ModelDetails, ModelRecord } from '../../../server/contract/catalogue/discovery.ts';
import { GivenFields } from '../../../server/contract/catalogue/model-fields.ts';
import { lods, modelColours } from '../../../server/contract/limits.ts';

const categories = [
  { name: 'Furniture', nouns: ['Oak Chair', 'Walnut Table', 'Linen Sofa', 'Tall Cabinet'] },
  { name: 'Characters', nouns: ['Village Guard', 'Fox Courier', 'Robot Clerk'] },
  { name: 'Vehicles', nouns: ['Rally Car', 'Cargo Tram', 'Harbour Ship'] },
  { name: 'Architecture', nouns: ['Corner House', 'Brick Tower', 'Stone Bridge'] },
  { name: 'Nature', nouns: ['Birch Tree', 'Fern', 'Mossy Rock'] },
  { name: 'Electronics', nouns: ['Desk Radio', 'Arcade Cabinet', 'Field Camera'] },
  { name: 'Food', nouns: ['Copper Kettle', 'Bread Basket', 'Tea Set'] },
  { name: 'Tools', nouns: ['Bench Vice', 'Tool Chest', 'Hand Plane'] },
  { name: 'Weapons', nouns: ['Molten Dagger', 'Crossbow', 'Round Shield'] },
  { name: 'Containers', nouns: ['Shipping Crate', 'Decorated Keg', 'Clay Vase'] },
] as const;
const formats = ['fbx', 'glb', 'obj', 'max', 'blend', 'usdz'] as const;
const licences = ['CC0-1.0', 'CC-BY-4.0', 'Royalty free'] as const;
const tags = ['wood', 'stylised', 'pbr', 'lowpoly', 'interior', 'exterior', 'hero', 'kitbash'] as const;

function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('An empty list has nothing to pick.');
  return item;
}

function makeGuid(index: number): string {
  return `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
}

/** One invented model; the same index always gives the same one. */
export function makeRecord(index: number): ModelRecord {
  const category = pick(categories, index * 7 + Math.floor(index / 10));
  const title = `${pick(category.nouns, index)} ${String(index + 1).padStart(5, '0')}`;
  const guid = makeGuid(index);
  const slug = title.toLowerCase().replaceAll(' ', '-');
  const triCount = 600 + ((index * 7919) % 180_000);
  return {
    guid,
    title,
    description: `${title}, modelled in the open.`,
    type: index % 11 === 0 ? 1 : 0,
    typeLabel: index % 11 === 0 ? 'character' : 'model',
    category: category.name,
    subcategory: pick(category.nouns, index).split(' ').at(-1) ?? '',
    tags: [pick(tags, index), pick(tags, index * 3 + 1)],
    keywords: [],
    license: pick(licences, index),
    licenseFrom: null,
    licenseType: index % 4 === 0 ? 'lowpoly_free' : 'premium',
    priceUsd: index % 4 === 0 ? 0 : 1 + (index % 3) * 4,
    version: 1 + (index % 3),
    sourceVersion: 1,
    sourceUpdatedAt: '2026-05-04T10:00:00Z',
    animated: index % 5 === 0,
    rigged: index % 7 === 0,
    triCount,
    sizeMetres: null,
    formats: formats.filter((_, place) => (index + place) % 3 !== 0 || place === 0),
    lods: lods.filter((_, place) => place === 0 || (index + place) % 5 !== 0),
    sizeBytes: 3_000_000 + index * 1111,
    slug,
    modelPageUrl: `/model/${guid}-${slug}`,
    canonicalUrl: `http://127.0.0.1/model/${guid}-${slug}`,
    previewSmallUrl: null,
    previewMediumUrl: null,
    previewLargeUrl: null,
    previewTurnUrl: null,
    thumbnailUrl: null,
    sketchUrl: null,
    colour: index % 6 === 5 ? null : pick(modelColours, index * 5),
    glb1kUrl: null,
    metaUrl: `http://127.0.0.1/api/models/${guid}`,
  };
}

const trianglesOf = { '1k': 984, '10k': 9873, '100k': 98_214, source: 412_860 } as const;

export function makeDetails(record: ModelRecord): ModelDetails {
  const fileOf = (lod: ModelDetails['lods'][number], format: string, name: string) => ({
    guid: record.guid,
    format,
    lod,
    relativePath: `${lod}/${name}.${format}`,
    fileName: `${name}.${format}`,
    variant: name.endsWith('walk') ? ('animated' as const) : null,
    role: 'scene' as const,
    sizeBytes: trianglesOf[lod] * 31,
    sha256: 'a'.repeat(64),
    contentType: 'model/gltf-binary',
    triangles: trianglesOf[lod],
    supportFilesCount: format === 'glb' ? 0 : 4,
    supportBytes: format === 'glb' ? 0 : 18_400_000,
  });
  return {
    ...GivenFields.parse({}),
    ...record,
    ok: true,
    attribution: record.license === 'CC-BY-4.0' ? 'Invented Studio' : null,
    posters: [],
    topologies: record.lods.map((lod) => ({
      lod,
      folder: lod,
      formats: record.formats,
      files: record.formats.flatMap((format) => {
        const base = fileOf(lod, format, record.slug);
        const walk = fileOf(lod, format, `${record.slug}_walk`);
        const texture = {
          ...base,
          role: 'texture' as const,
          format: 'png',
          relativePath: `${lod}/${format}-wood.png`,
        };
        return format === 'fbx' ? [base, walk, texture] : [base];
      }),
    })),
  };
}

export function makeCatalogue(count: number): readonly ModelRecord[] {
  return Array.from({ length: count }, (_, index) => makeRecord(index));
}
