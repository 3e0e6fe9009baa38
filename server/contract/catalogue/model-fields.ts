import { z } from 'zod';
import { Guid, IsoTime, LodName, SizeMetres, TypeLabel, Usd } from '../common.ts';
import { withoutHidden } from '../hidden-characters.ts';
import { limits, modelColours, modelTypes, posterTurn } from '../limits.ts';
import { sentence, type Words } from '../sentence.ts';

/** Where a field appears: in listings, on the model's page, in the sync feed, in receipts of downloads. */
export type Place = 'record' | 'details' | 'sync' | 'receipt';

/** How the catalogue stores a field; `cents` are shown as US dollars. */
export type StoredAs = 'text' | 'words' | 'json' | 'number' | 'flag' | 'cents';

/** What `product.json` and file hosts can declare; one schema for both, so that sites accept what hosts' scans do. */
export type GivenRow = {
  /** Includes the default for a missing value; undefined if the reader knows better. */
  readonly schema: z.ZodType;
  /** Completes the sentence "it must be". */
  readonly expects: Words;
  /** Longest text, in characters. */
  readonly most?: number;
  /** Longer texts are cut instead of rejected. */
  readonly isCut?: true;
  /** Without a valid value the model is not published: money and rights have no default. */
  readonly isVital?: true;
};

export type FieldRow = {
  readonly shown: z.ZodType;
  readonly places: readonly Place[];
  /** Absent: computed for each answer. */
  readonly storedAs?: StoredAs;
  /** Absent: derived from files and the catalogue. */
  readonly given?: GivenRow;
};

export const wordLimits = { each: 200, most: 1000 } as const;

/** A text with a limit in characters; `absent` if it is empty or missing. */
const text = <const A extends string | null | undefined>(most: number, absent: A) => ({
  schema: z
    .string()
    .transform((value) => withoutHidden(value.toWellFormed()).trim())
    .pipe(z.string().max(most))
    .transform((value): string | A => (value === '' ? absent : value))
    .prefault(''),
  expects: sentence`a text of at most ${{ most }} characters`,
  most,
});
const words = {
  schema: z
    .array(z.string().trim().max(wordLimits.each))
    .max(wordLimits.most)
    .transform((values) =>
      [...new Set(values.map((value) => withoutHidden(value.toWellFormed()).trim()))].filter(
        (value) => value !== '',
      ),
    )
    .prefault([]),
  expects: sentence`a list of at most ${{ most: wordLimits.most }} texts of at most ${{ each: wordLimits.each }} characters`,
};
const flag = { schema: z.boolean().optional(), expects: 'true or false' };
const type = {
  schema: z
    .union([
      z
        .number()
        .int()
        .min(0)
        .max(modelTypes.length - 1),
      z.enum(modelTypes).transform((label) => modelTypes.indexOf(label)),
    ])
    .prefault(0),
  expects: sentence`one of ${{ values: modelTypes.join(', ') }}`,
};
const price = {
  schema: z
    .number()
    .max(limits.amountUsd)
    .refine((usd) => usd === 0 || usd >= 0.01)
    .optional(),
  expects: sentence`a number of US dollars: 0, or from 0.01 to ${{ most: limits.amountUsd }}`,
  isVital: true,
} as const;

function toTime(value: string | undefined, context: z.RefinementCtx): string | null {
  if (value === undefined) return null;
  const time = new Date(value);
  const year = time.getUTCFullYear();
  if (year >= 0 && year <= 9999) return time.toISOString();
  context.addIssue({ code: 'custom', message: 'there is no such time' });
  return z.NEVER;
}
const time = {
  schema: z.iso.datetime({ offset: true }).or(z.iso.date()).optional().transform(toTime),
  expects: 'a date such as 2026-05-01 or a time such as 2026-05-01T12:00:00Z',
};

const Url = z.string();
const recordAndSync = ['record', 'sync'] as const;
const listed = ['record'] as const;

/**
 * Every field of a model, in the order of answers. This is the only definition of `product.json`, the catalogue's
 * columns (server/catalogue/model/fields.ts), records, details, the sync feed and receipts. Receipts of earlier
 * versions lack newer fields, so a new field there must be optional.
 */
export const modelFields = {
  guid: { shown: Guid, storedAs: 'text', places: recordAndSync },
  title: {
    shown: z.string(),
    storedAs: 'text',
    places: ['record', 'sync', 'receipt'],
    given: { ...text(500, undefined), isCut: true },
  },
  description: {
    shown: z.string(),
    storedAs: 'text',
    places: recordAndSync,
    given: { ...text(20_000, ''), isCut: true },
  },
  type: { shown: z.number().int(), storedAs: 'number', places: recordAndSync, given: type },
  typeLabel: { shown: TypeLabel, places: listed },
  category: {
    shown: z.string(),
    storedAs: 'text',
    places: recordAndSync,
    given: { ...text(200, 'Uncategorised'), isCut: true },
  },
  subcategory: {
    shown: z.string(),
    storedAs: 'text',
    places: recordAndSync,
    given: { ...text(200, ''), isCut: true },
  },
  tags: { shown: z.array(z.string()), storedAs: 'words', places: recordAndSync, given: words },
  keywords: { shown: z.array(z.string()), storedAs: 'words', places: recordAndSync, given: words },
  license: {
    shown: z.string(),
    storedAs: 'text',
    places: ['record', 'sync', 'receipt'],
    given: { ...text(5000, 'Unspecified'), isVital: true },
  },
  licenseFrom: {
    shown: z
      .string()
      .nullable()
      .describe('Path of the text in the library that names the licence, or product.json; null if none does'),
    storedAs: 'text',
    places: recordAndSync,
    given: { ...text(1000, null), isCut: true },
  },
  licenseType: { shown: z.enum(['lowpoly_free', 'premium']), places: listed },
  priceUsd: { shown: Usd, storedAs: 'cents', places: recordAndSync, given: price },
  version: {
    shown: z.number().int().describe('Grows by one on every change of files or posters'),
    storedAs: 'number',
    places: ['record', 'sync', 'receipt'],
  },
  sourceVersion: { shown: z.number().int(), places: listed },
  sourceUpdatedAt: { shown: IsoTime.nullable(), storedAs: 'text', places: recordAndSync, given: time },
  animated: { shown: z.boolean(), storedAs: 'flag', places: recordAndSync, given: flag },
  rigged: { shown: z.boolean(), storedAs: 'flag', places: recordAndSync, given: flag },
  triCount: {
    shown: z
      .number()
      .int()
      .nullable()
      .describe('Triangles of the most detailed topology that could be counted'),
    storedAs: 'number',
    places: recordAndSync,
  },
  sizeMetres: { shown: SizeMetres.nullable(), storedAs: 'json', places: recordAndSync },
  formats: { shown: z.array(z.string()).describe('Scene formats'), storedAs: 'words', places: recordAndSync },
  lods: { shown: z.array(LodName), storedAs: 'words', places: recordAndSync },
  sizeBytes: { shown: z.number().int(), storedAs: 'number', places: recordAndSync },
  slug: { shown: z.string(), storedAs: 'text', places: recordAndSync },
  modelPageUrl: { shown: Url, places: listed },
  canonicalUrl: { shown: Url, places: listed },
  previewSmallUrl: {
    shown: Url.nullable().describe('Rendered poster, never a texture; null until it exists'),
    places: recordAndSync,
  },
  previewMediumUrl: { shown: Url.nullable(), places: recordAndSync },
  previewLargeUrl: { shown: Url.nullable(), places: recordAndSync },
  previewTurnUrl: {
    shown: Url.nullable().describe(
      `${posterTurn.views} views from all around, beside each other in one picture; null where the model was not drawn so`,
    ),
    places: listed,
  },
  thumbnailUrl: { shown: Url.nullable(), places: listed },
  sketchUrl: {
    shown: Url.nullable().describe(
      'Small picture of the shape in its base colours, for as long as there is no poster; null where none can be drawn',
    ),
    places: recordAndSync,
  },
  colour: {
    shown: z.enum(modelColours).nullable().describe('Main colour of the poster; null until it is known'),
    places: recordAndSync,
  },
  glb1kUrl: {
    shown: Url.nullable().describe('A GLB of the 1k topology for viewers; null where the model has none'),
    places: listed,
  },
  metaUrl: { shown: Url, places: listed },
  attribution: {
    shown: z.string().nullable(),
    storedAs: 'text',
    places: ['details', 'sync', 'receipt'],
    given: { ...text(10_000, null), isCut: true },
  },
} as const satisfies Readonly<Record<string, FieldRow>>;

type Fields = typeof modelFields;
export type FieldName = keyof Fields;
type NameAt<P extends Place> = {
  [N in FieldName]: P extends Fields[N]['places'][number] ? N : never;
}[FieldName];
export type GivenName = {
  [N in FieldName]: Fields[N] extends { given: GivenRow } ? N : never;
}[FieldName];
export type ShapeAt<P extends Place> = { [N in NameAt<P>]: Fields[N]['shown'] };
type GivenShape = {
  [N in GivenName]: Fields[N] extends { given: { schema: infer S extends z.ZodType } } ? S : never;
};

const rows: readonly (readonly [string, FieldRow])[] = Object.entries(modelFields);

/** Returns the fields for one place, as the shape of a schema. */
export function shapeAt<P extends Place>(place: P): ShapeAt<P>;
export function shapeAt(place: Place): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(
    rows.filter(([, { places }]) => places.includes(place)).map(([name, { shown }]) => [name, shown]),
  );
}

function givenShape(): GivenShape;
function givenShape(): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(rows.flatMap(([name, { given }]) => (given ? [[name, given.schema]] : [])));
}

/** Metadata of a model from a library or host; all fields are optional. */
export const GivenFields = z.object(givenShape());
export type GivenFields = z.output<typeof GivenFields>;

/** The part of a download's receipt that describes the model. */
export const ReceiptFields = z.object(shapeAt('receipt'));
export type ReceiptFields = z.output<typeof ReceiptFields>;
