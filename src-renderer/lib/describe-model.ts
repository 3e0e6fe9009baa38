import type { ModelDetails, ModelRecord } from '../../server/contract/catalogue/discovery.ts';
import { t } from '../text/text.ts';
import { describeSize } from './describe-length.ts';
import { shortenTriangles } from './format-triangles.ts';

/** Facts that are known once files of the model have been read. */
export type Seen = {
  readonly sizeMetres?: ModelRecord['sizeMetres'];
  readonly materials?: number;
  readonly texturePixels?: number;
};
type Described = Pick<ModelRecord, 'license' | 'sizeMetres' | 'triCount' | 'animated' | 'rigged'> &
  Partial<Pick<ModelDetails, 'topologies'>> &
  Seen;

/** Summarises what an artist decides by, in one line: licence, size, most triangles, materials, textures, motion. */
export function describeModel(model: Described): string {
  const {
    license,
    sizeMetres,
    triCount,
    materials,
    topologies = [],
    texturePixels,
    animated,
    rigged,
  } = model;
  const moving = animated ? 'animated' : 'static';
  return [
    license,
    sizeMetres && describeSize([sizeMetres.x, sizeMetres.y, sizeMetres.z]),
    triCount !== null && shortenTriangles(triCount),
    materials !== undefined && t('units.materials', { count: materials }),
    describeTextures(topologies, texturePixels),
    rigged ? t(`units.motion.${moving}AndRigged`) : t(`units.motion.${moving}`),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Counts the files of the richest topology, without textures embedded in scene files. */
function describeTextures(topologies: ModelDetails['topologies'], pixels?: number): string {
  const counts = topologies.map(({ files }) => files.filter(({ role }) => role === 'texture').length);
  const count = Math.max(0, ...counts);
  if (count === 0) return '';
  const size = pixels === undefined ? '' : `, ${t('units.pixels', { count: pixels })}`;
  return `${t('units.textures', { count })}${size}`;
}
