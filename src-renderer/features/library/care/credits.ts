import { formatBytes } from '../../../lib/format-bytes.ts';
import { formatDate } from '../../../lib/format-date.ts';
import { findLicence } from '../../../lib/licence.ts';
import { t } from '../../../text/text.ts';
import type { LibraryModel } from '../store/find-in-library.ts';
import { factsOf } from '../store/library-rows.ts';

const compareTexts = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare;
const byTitle = (a: LibraryModel, b: LibraryModel) => compareTexts(a.title, b.title);

/** Models by licence, both in order of their names. */
function groupByLicence(
  models: readonly LibraryModel[],
): readonly (readonly [licence: string, models: readonly LibraryModel[]])[] {
  const groups = Map.groupBy(models.toSorted(byTitle), ({ license }) => license);
  return [...groups].toSorted(([a], [b]) => compareTexts(a, b));
}

const sourceOf = ({ serverUrl, guid }: LibraryModel) =>
  `${serverUrl.replace(/\/$/, '')}/model/${encodeURIComponent(guid)}`;

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function toCredit(model: LibraryModel): string {
  const author = oneLine(model.attribution ?? '');
  const title = `“${oneLine(model.title)}”`;
  return `- ${author === '' ? title : `${title}: ${author}`}, ${sourceOf(model)}`;
}

/** The credits of a work: each model with its author and source, by licence. */
export function toCredits(models: readonly LibraryModel[]): string {
  const parts = groupByLicence(models).map(([licence, some]) => {
    const name = licence === '' ? t('library.credits.noLicence') : licence;
    const url = findLicence(licence)?.url;
    const heading = url === undefined ? name : `${name} (${url})`;
    return [heading, ...some.map(toCredit)].join('\n');
  });
  return `${parts.join('\n\n')}\n`;
}

/** RFC 4180. A cell that a spreadsheet would take for a formula is shown as text. */
function toCell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line a model, as spreadsheets read it: UTF-8 with a byte order mark, CRLF. */
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
  const rows = groupByLicence(models)
    .flatMap(([, some]) => some)
    .map((model) => {
      const { lods, formats, missing, edited } = factsOf(model);
      return [
        ...[model.title, model.license, findLicence(model.license)?.url ?? '', model.attribution ?? ''],
        ...[sourceOf(model), model.guid, model.version, lods.join(' '), formats.join(' ')],
        ...[model.files.length, missing, edited, model.sizeBytes, model.downloadedAt, model.folder],
      ];
    });
  const lines = [[...columns, ...more], ...rows].map((cells) => cells.map(toCell).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** Models of one licence, as a line of a table. */
export function describeLicences(models: readonly LibraryModel[]) {
  return groupByLicence(models).map(([licence, some]) => ({
    ...{ licence: licence === '' ? t('library.credits.noLicence') : licence, count: some.length },
    sentence: findLicence(licence)?.sentence ?? '',
    size: formatBytes(some.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)),
    latest: formatDate(
      some
        .map(({ downloadedAt }) => downloadedAt)
        .toSorted()
        .at(-1) ?? '',
    ),
  }));
}
