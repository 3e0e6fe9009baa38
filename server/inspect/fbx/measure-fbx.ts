import { knownUnits } from '../../contract/common.ts';
import { identity } from '../../shared/matrix.ts';
import { type ByteSource, readAll } from '../byte-source.ts';
import { createBox, type Extent, toSize } from '../extent.ts';
import { childOf, listFbxMeshes, numbersOf, settingOf, settingsOf } from './fbx-meshes.ts';
import { readBinaryTree, readTextTree } from './fbx-tree.ts';

/** Larger files are not measured: their points can need more memory than a thread has. */
const mostBytes = 64 * 1024 * 1024;
/** Nodes that the size does not depend on. Skinned meshes are not posed: a rigged scene needs only its settings. */
const shut = {
  still: new Set(['PolygonVertexIndex', 'LayerElementMaterial', 'Material']),
  rigged: new Set(['Objects', 'Connections']),
};
const letters = ['X', 'Y', 'Z'] as const;

type Kind = { readonly isBinary: boolean; readonly isRigged: boolean };

/** Extent of a scene in its rest state; without a size if the file declares no unit or axes. */
export function measureFbx(source: ByteSource, { isBinary, isRigged }: Kind): Extent {
  if (source.size > mostBytes) return {};
  const whole = readAll(source);
  const objects =
    isRigged && !isBinary
      ? Buffer.from(whole.buffer, whole.byteOffset, whole.length).indexOf('\nObjects:')
      : -1;
  const bytes = objects < 0 ? whole : whole.subarray(0, objects);
  const tree = (isBinary ? readBinaryTree : readTextTree)(bytes, shut[isRigged ? 'rigged' : 'still']);
  const of = (name: string) => settingOf(settingsOf(tree), name)?.[0] ?? Number.NaN;
  const [centimetres, up, front, side] = [
    of('UnitScaleFactor'),
    of('UpAxis'),
    of('FrontAxis'),
    of('CoordAxis'),
  ];
  const upAxis = letters[up];
  const unitMetres = centimetres > 0 && Number.isFinite(centimetres) ? centimetres / 100 : undefined;
  const told = knownUnits({ upAxis, unitMetres });
  if (unitMetres === undefined || new Set([up, front, side, 0, 1, 2]).size !== 3) return told;
  const box = createBox();
  for (const { record, place } of listFbxMeshes(tree, identity))
    box.add(numbersOf(childOf(record, 'Vertices')), place);
  const sides = box.sides();
  const sizeMetres = toSize([sides[side] ?? 0, sides[up] ?? 0, sides[front] ?? 0], unitMetres);
  return { ...told, ...(sizeMetres && { sizeMetres }) };
}
