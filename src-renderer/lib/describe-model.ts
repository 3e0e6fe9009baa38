import type { ModelRecord } from '../../server/contract/catalogue/discovery.ts';
import { t } from '../text/text.ts';
import { shortenTriangles } from './format-triangles.ts';

type Described = Pick<ModelRecord, 'license' | 'triCount' | 'animated' | 'rigged'>;

/** What an artist decides by, in one line: licence, triangles at most, motion. */
export function describeModel({ license, triCount, animated, rigged }: Described): string {
  const moving = animated ? 'animated' : 'static';
  return [
    license,
    ...(triCount === null ? [] : [shortenTriangles(triCount)]),
    rigged ? t(`units.motion.${moving}AndRigged`) : t(`units.motion.${moving}`),
  ].join(' · ');
}
