import { formatBytes } from '../../lib/format-bytes.ts';
import { formatCount } from '../../lib/format-count.ts';
import type { Progress } from '../../viewer/fetch-model-file.ts';
import type { PreviewState } from './preview-store.ts';

export const instructions =
  'Drag to turn, with the right button or two fingers to pan; zoom by wheel or pinch. Arrow keys turn, with Shift they pan; + and − zoom, 0 resets, Escape shows the picture.';

export function describeTopology(triangles: number): string {
  return `1k topology, ${formatCount(triangles)} ${triangles === 1 ? 'triangle' : 'triangles'}`;
}

/** How much has come; a total that was wrong is left out. */
export function describeProgress({ received, total }: Progress): string {
  if (received === total) return 'Preparing the 1k model…';
  if (received === 0) return 'Loading the 1k model…';
  if (total === null || received > total) return `Loading the 1k model… ${formatBytes(received)}`;
  return `Loading the 1k model… ${formatBytes(received)} of ${formatBytes(total)}`;
}

/** 0-1, or null while nobody knows. */
export function measureProgress({ received, total }: Progress): number | null {
  return total === null || received >= total ? null : received / total;
}

/** What is told to people who do not see the view; failures have an alert of their own. */
export function describePreview(status: PreviewState['status'], triangles: number): string {
  if (status === 'loading') return 'Loading the 3D view…';
  return status === 'shown' ? `The 3D view is shown: ${describeTopology(triangles)}.` : '';
}
