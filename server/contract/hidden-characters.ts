/*
 * Characters that do not show: control characters, marks that turn the reading direction, blanks without a width. A joiner
 * may follow a letter or an emoji that it joins, and a variation selector what it varies.
 */
const joins = String.raw`(?!\p{DI})[^\p{ASCII}\p{Z}]|\ufe0f`;
const varies = String.raw`(?!\p{DI})(?:[^\p{ASCII}\p{Z}]|[0-9#*])`;
const source =
  String.raw`(?![\u200c\u200d\p{VS}])[\p{Cc}\p{DI}\p{Bidi_C}\p{Zl}\p{Zp}\ufff9-\ufffb\u2800]` +
  String.raw`|(?<!${joins})[\u200c\u200d]|(?<!${varies})\p{VS}`;
const hidden = new RegExp(source, 'u');
const everyHidden = new RegExp(source, 'gu');
const isBreak = (character: string) => /^[\t\n\r]$/.test(character);

/** The one rule for paths, names, and texts that end up in files, terminals and answers. */
export const hasHidden = (text: string) => hidden.test(text);

/** The text with something else in the place of each; line breaks and tabs stay. */
export const replaceHidden = (text: string, replace: (character: string) => string) =>
  text.replace(everyHidden, (found) => (isBreak(found) ? found : replace(found)));

export const withoutHidden = (text: string) => replaceHidden(text, () => '');

/** Whether a text of several lines has others than line breaks and tabs. */
export const hasHiddenInLines = (text: string) => withoutHidden(text) !== text;
