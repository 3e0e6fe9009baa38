import {
  groupByLicence,
  toCredits as writeCredits,
  toCsv as writeCsv,
} from '../../../../server/shared/credits.ts';
import { findLicence } from '../../../lib/licence.ts';
import { t } from '../../../text/text.ts';
import type { LibraryModel } from '../store/find-in-library.ts';
import { factsOf } from '../store/library-rows.ts';

const sourceOf = ({ serverUrl, guid }: LibraryModel) =>
  `${serverUrl.replace(/\/$/, '')}/model/${encodeURIComponent(guid)}`;

const toCredited = (model: LibraryModel) => ({
  ...model,
  attribution: model.attribution ?? null,
  source: sourceOf(model),
});

/** Returns the credits of a work: each model with its author and source, by licence. */
export const toCredits = (models: readonly LibraryModel[]): string =>
  writeCredits(models.map(toCredited), { noLicence: t('library.credits.noLicence') });

/** Returns one line per model. */
export function toCsv(models: readonly LibraryModel[]): string {
  const columns = ['title', 'licence', 'licence_url', 'attribution', 'source', 'guid', 'version'] as const;
  const more = [
    'topologies',
    'formats',
    'files',
    'missing',
    'changed',
    'bytes',
    'downloaded',
    'folder',
  ] as const;
  const rows = groupByLicence(models.map(toCredited))
    .flatMap(([, some]) => some)
    .map((model) => {
      const { lods, formats, missing, edited } = factsOf(model);
      return [
        ...[model.title, model.license, findLicence(model.license)?.url ?? '', model.attribution ?? ''],
        ...[model.source, model.guid, model.version, lods.join(' '), formats.join(' ')],
        ...[model.files.length, missing, edited, model.sizeBytes, model.downloadedAt, model.folder],
      ];
    });
  return writeCsv([[...columns, ...more], ...rows]);
}

/** Returns the number of models per licence, for a table. */
export function describeLicences(models: readonly LibraryModel[]) {
  return groupByLicence(models.map(toCredited)).map(([licence, some]) => ({
    ...{ licence: licence === '' ? t('library.credits.noLicence') : licence, count: some.length },
    sentence: findLicence(licence)?.sentence ?? '',
  }));
}
