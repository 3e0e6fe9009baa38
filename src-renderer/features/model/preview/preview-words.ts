import type { Lod } from '../../../../server/contract/limits.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { t } from '../../../text/text.ts';
import type { Progress } from '../../../viewer/reading/fetch-model-file.ts';
import type { PreviewState } from './preview-store.ts';

/** Describes how much has loaded; omits an incorrect total. */
export function describeProgress({ received, total }: Progress, lod: Lod | null): string {
  const name = { lod: lod ?? '' };
  if (received === total) return t('preview.progress.preparing', name);
  if (received === 0) return t('preview.progress.starting', name);
  const size = formatBytes(received);
  if (total === null || received > total) return t('preview.progress.some', { ...name, received: size });
  return t('preview.progress.part', { ...name, received: size, total: formatBytes(total) });
}

/** Returns 0-1, or null if unknown. */
export function measureProgress({ received, total }: Progress): number | null {
  return total === null || received >= total ? null : received / total;
}

/** State for screen reader texts; failures have their own alert. */
type Told = Pick<PreviewState, 'status' | 'lod' | 'compared'> & { readonly triangles: number };
export function describePreview({ status, lod, compared, triangles }: Told): string {
  if (compared.length > 1) return t('preview.besides', { lods: compared.map((one) => one.lod).join(', ') });
  if (status === 'loading') return t('preview.loading');
  return status === 'shown' ? t('preview.shown', { lod: lod ?? '', count: triangles }) : '';
}
