import { type ByteSource, copyRange } from '../byte-source.ts';
import type { BlendAsset } from './blend-facts.ts';
import type { Block } from './read-blocks.ts';
import type { Field, Structure } from './read-structures.ts';

type Blend = {
  readonly source: ByteSource;
  readonly blocks: readonly Block[];
  readonly structures: readonly Structure[];
};
type Opened = {
  readonly block: Block;
  readonly fields: Structure['fields'];
  readonly id: Structure['fields'];
};

/** Data-block types that can be marked as assets, by block code. */
const idTypes: Readonly<Record<string, string>> = {
  AC: 'ACTION',
  BR: 'BRUSH',
  GR: 'COLLECTION',
  MA: 'MATERIAL',
  NT: 'NODETREE',
  OB: 'OBJECT',
  SC: 'SCENE',
  WO: 'WORLD',
};

/** Image sources: file, sequence, movie and tiles; Blender generates the others itself. */
const imageFiles = [1, 2, 3, 6];
const codeLength = 2;

function createReader({ source }: Blend) {
  const bytes = ({ block }: Opened, field: Field | undefined) =>
    field ? Buffer.from(copyRange(source, block.offset + field.offset, field.sizeBytes)) : Buffer.alloc(0);
  const isSet = (opened: Opened, field: Field | undefined) => bytes(opened, field).some((byte) => byte !== 0);
  const text = (opened: Opened, field: Field | undefined) => {
    const found = bytes(opened, field);
    const end = found.indexOf(0);
    return found.toString('utf8', 0, end < 0 ? found.length : end);
  };
  return { bytes, isSet, text };
}
type Reader = ReturnType<typeof createReader>;

/** Whether a data-block needs a file beside this one. */
function isExternal(opened: Opened, { bytes, isSet, text }: Reader): boolean {
  const { block, fields } = opened;
  const isPacked = isSet(opened, fields.get('*packedfile')) || isSet(opened, fields.get('packedfiles'));
  switch (block.code) {
    case 'LI':
    case 'MC':
    case 'CF':
      return true;
    case 'IM': {
      const source = bytes(opened, fields.get('source'));
      return source.length >= 2 && imageFiles.includes(source.readInt16LE(0)) && !isPacked;
    }
    case 'VF':
      return text(opened, fields.get('name')) !== '<builtin>' && !isPacked;
    case 'SO':
    case 'VO':
      return !isPacked;
    default:
      return false;
  }
}

/** Data-blocks marked as assets; none if the file needs another file, which would be missing. */
export function findAssets(blend: Blend): BlendAsset[] {
  const reader = createReader(blend);
  const id = blend.structures.find(({ type }) => type === 'ID')?.fields;
  if (!id) return [];
  const opened = blend.blocks.flatMap((block): Opened[] => {
    const fields = blend.structures[block.struct]?.fields;
    return fields?.has('id') ? [{ block, fields, id }] : [];
  });
  if (opened.some((one) => isExternal(one, reader))) return [];
  return opened.flatMap((one): BlendAsset[] => {
    const idType = idTypes[one.block.code];
    if (idType === undefined || !reader.isSet(one, id.get('*asset_data'))) return [];
    return [{ name: reader.text(one, id.get('name')).slice(codeLength), idType }];
  });
}
