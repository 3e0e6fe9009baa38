import { readLicence } from './licence-terms.ts';

type Credited = {
  readonly title: string;
  readonly license: string;
  readonly attribution: string | null;
  /** Address of its page, or ''. */
  readonly source: string;
};
type Options = {
  readonly noLicence: string;
  readonly isMarkdown?: boolean;
};

const compareTexts = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare;
const byTitle = (a: Credited, b: Credited) => compareTexts(a.title, b.title);

/** Groups models by licence; licences and models are sorted by name. */
export function groupByLicence<Model extends Credited>(
  models: readonly Model[],
): readonly (readonly [licence: string, models: readonly Model[]])[] {
  const groups = Map.groupBy(models.toSorted(byTitle), ({ license }) => license);
  return [...groups].toSorted(([a], [b]) => compareTexts(a, b));
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const inMarkdown = (text: string) => text.replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&');

function toCredit({ title, attribution, source }: Credited, isMarkdown: boolean): string {
  const write = isMarkdown ? inMarkdown : (text: string) => text;
  const author = write(oneLine(attribution ?? ''));
  const plain = write(oneLine(title));
  const name = isMarkdown && source !== '' ? `[${plain}](${source})` : isMarkdown ? plain : `“${plain}”`;
  const credit = author === '' ? name : `${name}: ${author}`;
  return `- ${isMarkdown || source === '' ? credit : `${credit}, ${source}`}`;
}

/** Renders a work's credits: each model with its author and source, by licence. */
export function toCredits(models: readonly Credited[], { noLicence, isMarkdown = false }: Options): string {
  const parts = groupByLicence(models).map(([license, some]) => {
    const name = license === '' ? noLicence : oneLine(license);
    const url = readLicence(license)?.url ?? null;
    const plain = url === null ? name : `${name} (${url})`;
    const marked = url === null ? inMarkdown(name) : `[${inMarkdown(name)}](${url})`;
    const heading = isMarkdown ? `## ${marked}\n` : plain;
    return [heading, ...some.map((model) => toCredit(model, isMarkdown))].join('\n');
  });
  return `${parts.join('\n\n')}\n`;
}

/** Where a formula can start, including after characters that split cells in some locales, such as ";" in German. */
const formula = /^(?=[=+\-@\t\r])|(?=[=+\-@])(?<=[;\t\r\n]\s*)/g;

/** Escapes a cell by RFC 4180, and turns what a spreadsheet would run as a formula into text. */
function toCell(value: string | number): string {
  const text = typeof value === 'string' ? value.replace(formula, "'") : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Renders a table for spreadsheets: CSV in UTF-8 with a byte order mark and CRLF. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((cells) => cells.map(toCell).join(',')).join('\r\n')}\r\n`;
}
