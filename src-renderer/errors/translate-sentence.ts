import { t } from '../text/text.ts';

type Known = readonly [pattern: RegExp, translate: (found: RegExpExecArray) => string];

/** What the server says that everybody reads sooner or later. */
const known: readonly Known[] = [
  [
    /^The search index is being built: (\d+)% done\./,
    ([, percent = '']) => t('sentences.indexing', { percent }),
  ],
  [/^E-mail (?:address )?or password is wrong\./, () => t('sentences.wrongPassword')],
  [/^Welcome credit$/, () => t('sentences.welcomeCredit')],
];

/** A sentence of the server in the language of the page, where it is one that is known here; else as it is. */
export function translateSentence(text: string): string {
  for (const [pattern, translate] of known) {
    const found = pattern.exec(text);
    if (found !== null) return translate(found);
  }
  return text;
}
