import { besideEnglish, type Sentence, textOf, type Words } from '../../contract/sentence.ts';

/** A fault that a check found, and what to do about it, one sentence each. */
export type Finding = { readonly what: string; readonly sentence?: Sentence; readonly advice: string };

export const toFinding = (what: Words, advice: string): Finding => ({
  ...{ what: textOf(what), advice },
  ...besideEnglish(what),
});
