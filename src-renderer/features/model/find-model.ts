import type { ModelDetails } from '../../../server/contract/discovery.ts';
import { AppError } from '../../../server/contract/errors.ts';
import type { CatalogueApi } from '../../api/api.ts';
import { findGuidCandidates } from '../../lib/model-path.ts';
import { t } from '../../text/text.ts';

/** Finds the model that an address names as `{guid}-{slug}`, whose guid may hold hyphens itself. */
export async function findModelBySegment(api: CatalogueApi, segment: string): Promise<ModelDetails> {
  let nearest: ModelDetails | null = null;
  for (const { guid, isCertain } of findGuidCandidates(segment)) {
    const details = await askFor(api, guid);
    if (details === null) continue;
    if (isCertain || guid === segment || details.modelPageUrl.endsWith(`/${segment}`)) return details;
    nearest ??= details;
  }
  if (nearest !== null) return nearest;
  throw new AppError('MODEL_NOT_FOUND', t('failures.noModel', { name: segment }));
}

async function askFor(api: CatalogueApi, guid: string): Promise<ModelDetails | null> {
  try {
    return await api.call('model', { guid });
  } catch (error) {
    const isOtherGuid =
      error instanceof AppError && (error.code === 'MODEL_NOT_FOUND' || error.code === 'INVALID_INPUT');
    if (isOtherGuid) return null;
    throw error;
  }
}
