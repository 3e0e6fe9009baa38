/*
 * Invisible characters: control characters, bidirectional marks, zero-width blanks. Allowed are a joiner after a letter
 * or emoji that it joins, and a variation selector after what it varies.
 */
const joins = String.raw`(?!\p{DI})[^\p{ASCII}\p{Z}]|\ufe0f`;
const varies = String.raw`(?!\p{DI})(?:[^\p{ASCII}\p{Z}]|[0-9#*])`;
const source =
  String.raw`(?![\u200c\u200d\p{VS}])[\p{Cc}\p{DI}\p{Bidi_C}\p{Zl}\p{Zp}\ufff9-\ufffb\u2800]` +
  String.raw`|(?<!${joins})[\u200c\u200d]|(?<!${varies})\p{VS}`;
const hidden = new RegExp(source, 'u');
const everyHidden = new RegExp(source, 'gu');
const isBreak = (character: string) => /^[\t\n\r]$/.test(character);

/** The rule for paths, names, and texts that end up in files, terminals and answers. */
export const hasHidden = (text: string) => hidden.test(text);

/** Replaces each invisible character except line breaks and tabs. */
export const replaceHidden = (text: string, replace: (character: string) => string) =>
  text.replace(everyHidden, (found) => (isBreak(found) ? found : replace(found)));

export const withoutHidden = (text: string) => replaceHidden(text, () => '');

/** True if a text has any besides line breaks and tabs. */
export const hasHiddenInLines = (text: string) => withoutHidden(text) !== text;
