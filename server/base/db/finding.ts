import { besideEnglish, type Sentence, textOf, type Words } from '../../contract/sentence.ts';

/** Something that a check found wrong, and what to do about it, each one sentence. */
export type Finding = { readonly what: string; readonly sentence?: Sentence; readonly advice: string };

export const toFinding = (what: Words, advice: string): Finding => ({
  ...{ what: textOf(what), advice },
  ...besideEnglish(what),
});
