import {
  type FieldRow,
  GivenFields,
  type GivenName,
  type GivenRow,
  modelFields,
  wordLimits,
} from '../../contract/catalogue/model-fields.ts';
import { sentence, type Words } from '../../contract/sentence.ts';

/** What is wrong with a field, as a sentence that says what to write. */
type GivenFault = {
  readonly field: GivenName;
  readonly text: Words;
  /** True if part of it was usable. */
  readonly isMended: boolean;
};

export type ReadGiven = {
  readonly given: GivenFields;
  readonly faults: readonly GivenFault[];
  /** The valid values, in their canonical form. */
  readonly readable: Readonly<Record<string, unknown>>;
};

type Mended = { readonly value?: unknown; readonly text: Words };

const givenRows = new Map<string, FieldRow>(
  Object.entries(modelFields).filter(([name]) => Object.hasOwn(GivenFields.shape, name)),
);
const isGivenName = (name: unknown): name is GivenName => typeof name === 'string' && givenRows.has(name);

export const isVital = (field: GivenName) => givenRows.get(field)?.given?.isVital === true;

/** Returns a quoted number or flag without its quotes; null for anything else. */
function unquote(value: unknown, { storedAs }: FieldRow): string | null {
  if (typeof value !== 'string') return null;
  const bare = value.trim();
  if (storedAs === 'flag') return bare === 'true' || bare === 'false' ? bare : null;
  const isNumber = storedAs === 'number' || storedAs === 'cents';
  return isNumber && bare !== '' && Number.isFinite(Number(bare)) ? String(Number(bare)) : null;
}

// Never splits a surrogate pair.
const cut = (text: string, most: number) => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

function mendText(field: string, value: string, given: GivenRow & { readonly most: number }): Mended {
  const { length } = value;
  const { most, isCut } = given;
  if (isCut !== true)
    return { text: sentence`${{ field }} has ${{ count: length }} characters: write at most ${{ most }}.` };
  return {
    value: cut(value, most),
    text: sentence`${{ field }} has ${{ count: length }} characters and was cut to ${{ most }}: shorten it.`,
  };
}

function mendWords(field: string, values: readonly unknown[], expected: Words): Mended {
  const kept = values
    .filter((value) => typeof value === 'string' && value.trim().length <= wordLimits.each)
    .slice(0, wordLimits.most);
  const count = values.length - kept.length;
  return {
    value: kept,
    text:
      count === 1
        ? sentence`${{ field }} must be ${{ expected }}: ${{ count }} was left out.`
        : sentence`${{ field }} must be ${{ expected }}: ${{ count }} were left out.`,
  };
}

function mend(field: GivenName, value: unknown): Mended {
  const row: FieldRow = modelFields[field];
  const { given } = row;
  if (!given) return { text: '' };
  const { expects, most } = given;
  const text = typeof value === 'string' ? value.trim() : '';
  if (most !== undefined && text.length > most) return mendText(field, text, { ...given, most });
  if (row.storedAs === 'words' && Array.isArray(value)) return mendWords(field, value, expects);
  const bare = unquote(value, row);
  if (bare === null) return { text: sentence`${{ field }} must be ${{ expected: expects }}.` };
  const expected = row.storedAs === 'flag' ? expects : 'a number';
  return { text: sentence`${{ field }} must be ${{ expected }}: write ${{ value: bare }} without quotes.` };
}

/** Reads a library's or a host's fields of a model. An invalid field does not affect the others. */
export function readGiven(given: Readonly<Record<string, unknown>>): ReadGiven {
  const readable: Record<string, unknown> = {};
  for (const name of givenRows.keys()) if (Object.hasOwn(given, name)) readable[name] = given[name];
  const parsed = GivenFields.safeParse(readable);
  if (parsed.success) return { given: parsed.data, faults: [], readable };
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
  const faults = [...wrong].filter(isGivenName).map((field) => {
    const { value, text } = mend(field, readable[field]);
    if (value === undefined) delete readable[field];
    else readable[field] = value;
    return { field, text, isMended: value !== undefined };
  });
  return { given: GivenFields.parse(readable), faults, readable };
}
