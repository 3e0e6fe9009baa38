import { z } from 'zod';
import { nameOf } from '../../contract/relative-path.ts';
import { decodeEntities } from '../../inspect/text/xml-tag.ts';
import { type LicenceRow, readLicenceTable } from './licence-table.ts';
import { findLicence, findLicences, seeLicence } from './licences.ts';

/** What files in or beside a model declare about it. */
export type Note = {
  readonly title?: string;
  readonly description?: string;
  readonly category?: string;
  readonly subcategory?: string;
  readonly tags?: readonly string[];
  readonly license?: string;
  /** The file that declares the licence, relative to the library. */
  readonly licenseFrom?: string;
  readonly author?: string;
  readonly source?: string;
};

/** A text note, and the rows of its table for single models. */
export type TextNote = Note & { readonly rows?: ReadonlyMap<string, LicenceRow> };

const noNote: Note = {};
const longestLicence = 5000;
const longestQuote = 1000;
const mostTags = 40;
const licenceWords =
  'licen[cs]e|lizenz|licencia|licenza|licen[çc]a|copying|eula|nutzungsbedingungen|terms[ _-]of[ _-]use';
const noteWords = `${licenceWords}|readme|liesmich|lisez[- ]?moi|l[eé]eme|leggimi|credits?|authors?|attribution`;
const noteName = new RegExp(`^(?:.*[\\s_.-])?(?:${noteWords})(?:[\\s_.-].*)?\\.?(?:txt|md|html?|rst)?$`, 'i');
const licenceName = new RegExp(`^(?:.*[\\s_.-])?(?:${licenceWords})s?(?:[\\s_.-].*)?$`, 'i');
const textual = /(?:\.(?:txt|md|html?|rst)|^[^.]+)$/i;

/** Names of files about third-party licences. */
const ofOthers = /3rd|third/i;
export const isLicenceFile = (path: string) => licenceName.test(nameOf(path)) && !ofOthers.test(nameOf(path));
/** Quick first test, as most files are not notes and the full patterns are slow. */
const maybeNote = new RegExp(noteWords, 'i');
export const isNoteFile = (path: string) =>
  maybeNote.test(nameOf(path)) &&
  !ofOthers.test(nameOf(path)) &&
  ((noteName.test(nameOf(path)) && textual.test(nameOf(path))) || licenceName.test(nameOf(path)));

const clean = (value: unknown, most = 500): string | undefined => {
  if (typeof value !== 'string') return undefined;
  const text = value.replace(/\s+/g, ' ').trim();
  return text === '' ? undefined : text.slice(0, most);
};
const compact = (note: { [K in keyof Note]: Note[K] | undefined }): Note =>
  Object.fromEntries(Object.entries(note).filter(([, value]) => value !== undefined));

const toPlainText = (name: string, text: string) =>
  /\.html?$/i.test(name)
    ? text.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]+>/g, ' ')
    : text;

const labelled =
  /^[ \t*#>-]*(title|source|url|author|creator|artist|licen[cs]e(?: type)?|lizenz)(?:[ \t]*[:=]|[ \t]+[-\u2013\u2014](?=[ \t]))[ \t]*(.+)$/gim;

/** Reads lines such as "* author: Ada (https://…)", as Sketchfab and many authors write them; the first counts. */
function readLabels(text: string) {
  const labels = new Map<string, string>();
  const licences = new Set<string>();
  for (const [, label = '', value = ''] of text.matchAll(labelled)) {
    const key = label
      .toLowerCase()
      .replace(/^li(?:cen[cs]e|zenz).*/, 'license')
      .replace(/^(?:creator|artist)$/, 'author')
      .replace(/^url$/, 'source');
    if (!labels.has(key)) labels.set(key, value.trim());
    if (key === 'license') licences.add(nameLicence(value.trim()) ?? '');
  }
  return { labels, licences: [...licences] };
}

const thingHead = /^(.{1,200}) by (\S+) on Thingiverse: (https?:\/\/\S+)/m;
const thingAuthor = /\bcreated by Thingiverse user (\S+?),?(?:\s|$)/;

/** "Vase © 2022 by Ada is licensed under …": the wording of Creative Commons and some shops of printable models. */
const marked = /^(.{1,200}?)(?: (?:©|\(c\)))?(?: \d{4})? by (.{1,100}?) is (?:marked|licensed)\b/im;
const noTitle = /^(?:this|the|all|these|it)\b/i;
const maker =
  /^[ \t]*(?:created|made|modell?ed|designed)(?: ?(?:\/|&|and) ?distributed)? by:?[ \t]+(.{2,100})$|^[ \t]*by (@\w+)$/im;

function readSentences(text: string): Note {
  const thing = readThing(text);
  const [, title = '', author] = thing.author === undefined ? (marked.exec(text) ?? []) : [];
  const [, named, handle] = maker.exec(text) ?? [];
  return compact({
    ...thing,
    title: thing.title ?? (noTitle.test(title) ? undefined : clean(title)),
    author: thing.author ?? clean(author ?? named ?? handle),
  });
}

/** Reads the sentences that Thingiverse adds to its downloads. */
function readThing(text: string): Note {
  const [, title, author = thingAuthor.exec(text)?.[1], source] = thingHead.exec(text) ?? [];
  return compact({ title: clean(title), author: clean(author), source: clean(source) });
}

const nameLicence = (written: string | undefined) =>
  written === undefined ? undefined : (findLicence(written) ?? written);

/** Sentences in a readme that license its models, then those that license all of it. */
const statements = [
  /^(?=.*\b(?:assets?|models?|mesh(?:es)?|art(?:work)?|scans?|packs?|kit|everything|modelle|objekte|alles|modelos|modelli|modèles)\b)(?=.*(?:\b(?:under|licen[cs]ed?|released|dedicated|unter|lizenziert|sous|bajo|sotto)\b|:)).{1,400}$/gim,
  /^[^\w\n]{0,9}(?:(?:this|it|the (?:work|project|repository|content))\b.{0,40} )?(?:dual[- ])?(?:licen[cs]ed|released|distributed|available) (?:\w+ ){0,2}under\b.{1,400}$/gim,
];
/** Long texts put several sentences on a line. */
const sentences = /(?<=[.!?])[ \t]+/g;
function readReadme(text: string): readonly string[] {
  const lines = text.replace(sentences, '\n');
  const told = statements.map((kind) => [...lines.matchAll(kind)].flatMap(([line]) => findLicences(line)));
  return told.find((licences) => licences.length > 0) ?? [];
}

const creditName = /credits?|authors?|attribution/i;
const credit = /\bby [^,;(\n]{1,80}[,;(](.+)$/gim;
const readCredits = (text: string) =>
  [...text.matchAll(credit)].flatMap(([, behind = '']) => findLicences(behind));

/** Quotes a short licence; for a long one, such as a list for many models, names only the file. */
function readLicence(name: string, text: string): string | undefined {
  const isLicence = isLicenceFile(name);
  const { licences: labelled } = readLabels(text);
  const credited = creditName.test(nameOf(name)) ? readCredits(text) : [];
  const told = new Set([...(isLicence ? findLicences(text) : readReadme(text)), ...credited, ...labelled]);
  const [only, ...others] = [...told].sort();
  if (only !== undefined) return others.length === 0 ? only : seeLicence(name, [only, ...others]);
  const whole = text.trim();
  if (!isLicence || whole === '') return undefined;
  return whole.length <= longestQuote ? whole : seeLicence(name);
}

/** Reads a licence, readme or credits. An unknown licence is quoted; a long or binary one only named, so never a default. */
export function readTextNote(path: string, written: string | null): TextNote {
  const name = nameOf(path);
  const isText = written !== null && textual.test(name) && !written.includes('\0');
  if (!isText) return isLicenceFile(name) ? { license: seeLicence(name) } : {};
  const text = toPlainText(name, written);
  const { labels } = readLabels(text);
  const thing = readSentences(text);
  const rows = isLicenceFile(name) ? readLicenceTable(name, text) : new Map<string, LicenceRow>();
  const note = compact({
    title: clean(labels.get('title')) ?? thing.title,
    author: clean(labels.get('author')) ?? thing.author,
    source: clean(labels.get('source')) ?? thing.source,
    license: readLicence(name, text)?.slice(0, longestLicence),
  });
  return rows.size > 0 ? { ...note, rows } : note;
}

const Words = z.union([z.array(z.string()), z.string().transform((text) => text.split(/[,;]/))]);
const Named = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]);
const People = z.union([
  Named,
  z.array(Named).transform((names) => names.join(', ')),
  z.record(z.string(), z.unknown()).transform((names) => Object.keys(names).join(', ')),
]);
/** Records that shops, asset managers and exporters write beside a model. Fields of an unexpected type are ignored. */
const Record = z.object({
  title: z.string().optional().catch(undefined),
  name: Named.optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  author: People.optional().catch(undefined),
  authors: People.optional().catch(undefined),
  user: z
    .object({ displayName: z.string() })
    .transform(({ displayName }) => displayName)
    .optional()
    .catch(undefined),
  license: z
    .union([
      z.string(),
      z.object({ label: z.string() }).transform(({ label }) => label),
      z.object({ name: z.string() }).transform(({ name }) => name),
    ])
    .optional()
    .catch(undefined),
  licence: z.string().optional().catch(undefined),
  copyright: z.string().optional().catch(undefined),
  source: z.string().optional().catch(undefined),
  url: z.string().optional().catch(undefined),
  viewerUrl: z.string().optional().catch(undefined),
  category: Named.optional().catch(undefined),
  subcategory: z.string().optional().catch(undefined),
  categories: z.array(Named).optional().catch(undefined),
  tags: z
    .union([Words, z.array(Named)])
    .optional()
    .catch(undefined),
  semanticTags: z
    .object({ name: z.string().optional(), subject_matter: z.string().optional() })
    .optional()
    .catch(undefined),
  files_hash: z.string().optional().catch(undefined),
});

/** Kinds of asset, which start Megascans' categories. */
const megascansKinds = /^(?:3d|3dplant|atlas|surface|decal)$/i;
/** Implied by the two fields that only Poly Haven's records have. */
const polyHavenLicence = 'CC0-1.0';

/** Reads a JSON record from Sketchfab, Poly Haven or Megascans, or any other with the usual names. */
export function readRecord(json: unknown): Note {
  const parsed = Record.safeParse(json);
  if (!parsed.success) return {};
  const record = parsed.data;
  const isPolyHaven = record.files_hash !== undefined && record.authors !== undefined;
  const [first, second] = (record.categories ?? []).filter((name) => !megascansKinds.test(name));
  return compact({
    title: clean(record.title ?? record.name ?? record.semanticTags?.name),
    description: clean(record.description, 5000),
    author: clean(record.author ?? record.authors ?? record.user),
    source: clean(record.source ?? record.viewerUrl ?? record.url),
    license:
      nameLicence(clean(record.license ?? record.licence, longestLicence)) ??
      (isPolyHaven ? polyHavenLicence : undefined),
    category: clean(record.category ?? first ?? record.semanticTags?.subject_matter, 200),
    subcategory: clean(record.subcategory ?? second, 200),
    tags: record.tags
      ?.map((tag) => tag.trim())
      .filter((tag) => tag !== '')
      .slice(0, mostTags),
  });
}

const elementIn = (xml: string, name: string) => new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(xml)?.[1];
const textIn = (xml: string, name: string, most?: number) =>
  clean(decodeEntities(elementIn(xml, name) ?? ''), most);

/** Reads a model.config, the record that robot simulators use. */
export function readModelConfig(text: string): Note {
  const xml = text.replace(/<!--[\s\S]*?-->/g, '');
  const own = xml.replace(/<author>[\s\S]*?<\/author>/g, '');
  return compact({
    title: textIn(own, 'name'),
    description: textIn(own, 'description', 5000),
    author: textIn(elementIn(xml, 'author') ?? '', 'name'),
  });
}

const Asset = z.object({ copyright: z.string().optional().catch(undefined), extras: z.unknown().optional() });

/** Reads the `asset` of a glTF: `copyright`, and the fields that Sketchfab adds. */
export function readGltfAsset(asset: unknown): Note {
  // Most files have none, and parsing is slow.
  if (asset === undefined) return {};
  const parsed = Asset.safeParse(asset);
  if (!parsed.success) return {};
  const { copyright: written, extras } = parsed.data;
  const { title, author, source, license } = extras === undefined ? noNote : readRecord(extras);
  const copyright = clean(written);
  const named = license ?? (copyright === undefined ? undefined : (findLicence(copyright) ?? undefined));
  return compact({ title, source, author: author ?? copyright, license: named });
}

/** Reads the comments at the top of an MTL or OBJ file. */
export function readComments(text: string): Note {
  const comments = text
    .split(/\r?\n/, 40)
    .filter((line) => line.startsWith('#'))
    .map((line) => line.replace(/^#+\s*/, ''))
    .join('\n');
  // An author follows a colon, or stands in a sentence of Thingiverse's.
  if (!/:|Thingiverse/.test(comments)) return {};
  const { author, source, license } = readTextNote('comments.txt', comments);
  return compact({ author, source, license });
}
