import type { Survey, SurveyFile } from '../../../src-main/platform/ipc/contract.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { t } from '../../text/text.ts';

/** Wanted files first, then the reasons for leaving out the others. */
const order: readonly SurveyFile['state'][] = ['wanted', 'absent', 'here', 'listed'];

export function sortFiles(files: readonly SurveyFile[]): SurveyFile[] {
  return files.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

/** Returns lines such as `To download: 37 files, 12.3 GB`, as pairs. */
export function listSums(survey: Survey): (readonly [label: string, value: string])[] {
  const { files, sizeBytes, priceUsd, balanceUsd, freeBytes } = survey;
  const countOf = (state: SurveyFile['state']) => files.filter((file) => file.state === state).length;
  const counts = order.slice(1).flatMap((state) => {
    const count = countOf(state);
    return count === 0
      ? []
      : [
          [
            t(`downloads.survey.states.${state}`),
            t(state === 'absent' ? 'downloads.survey.models' : 'downloads.survey.files', { count }),
          ] as const,
        ];
  });
  const wanted = countOf('wanted');
  const price =
    balanceUsd === null
      ? formatUsd(priceUsd)
      : t('downloads.survey.priceOf', { price: formatUsd(priceUsd), balance: formatUsd(balanceUsd) });
  return [
    [
      t('downloads.survey.states.wanted'),
      t('downloads.survey.filesOf', { count: wanted, size: formatBytes(sizeBytes) }),
    ],
    ...counts,
    ...(priceUsd === 0 ? [] : [[t('downloads.survey.price'), price] as const]),
    ...(freeBytes === null ? [] : [[t('downloads.survey.free'), formatBytes(freeBytes)] as const]),
  ];
}

/** Returns why the files cannot be downloaded, and what to do; null if they can. */
export function findObstacle(survey: Survey): string | null {
  const { files, sizeBytes, priceUsd, balanceUsd, freeBytes } = survey;
  if (!files.some(({ state }) => state === 'wanted')) return t('downloads.survey.nothing');
  if (balanceUsd === null) return t('downloads.survey.signedOut');
  if (priceUsd > balanceUsd) return t('downloads.survey.tooExpensive');
  if (freeBytes !== null && sizeBytes > freeBytes) return t('downloads.survey.tooLarge');
  return null;
}
