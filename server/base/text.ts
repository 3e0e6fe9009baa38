import { replaceHidden } from '../contract/hidden-characters.ts';

const join = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '');

/** Text for a terminal: invisible characters except line breaks become escapes (\u001b), so names cannot fake rows. */
export const toPrintable = (text: string): string =>
  replaceHidden(text, toEscape).replace(/[\r\t]/g, toEscape);
const toEscape = (found: string) => `\\u${(found.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** A category's name for comparing and addresses; one without letters is only trimmed and lower-cased, to stay distinct. */
export const toSlug = (name: string): string => join(name) || name.trim().toLowerCase();

/** A title as part of an address: lower-case words of any script, joined by hyphens. */
export const toTitleSlug = (title: string): string => join(title) || 'model';
