import { z } from 'zod';
import { textOf, type Words } from '../../server/contract/sentence.ts';
import { Language } from '../platform/ipc/language.ts';
import type { JsonFile } from '../platform/storage/json-file.ts';

export const KnownLanguage = z.object({ language: Language });

type Translate = (text: Words) => string;
const TranslatorFile = z.object({
  translate: z.custom<Translate>((value) => typeof value === 'function'),
});

type SpeechOptions = {
  readonly file: JsonFile<z.infer<typeof KnownLanguage>>;
  /** Loads the German texts, which the build takes from the renderer. */
  readonly loadGerman: () => Promise<unknown>;
  /** Called when visible texts must be rendered again. */
  readonly onChange: () => void;
};

/** Shows menus, dialogs and notifications in the language of the pages. */
export function createSpeech({ file, loadGerman, onChange }: SpeechOptions) {
  let spoken: Language = 'en';
  let translate: Translate = textOf;

  async function turnTo(language: Language): Promise<void> {
    translate = language === 'en' ? textOf : TranslatorFile.parse(await loadGerman()).translate;
    spoken = language;
  }

  return {
    /** Translates a text of menus, dialogs and notifications. Unknown texts stay English. */
    say: (text: Words) => translate(text),
    /** Restores the language of the pages, or uses the system's. Call this before `say`. */
    async load(ofSystem: string): Promise<void> {
      const known = await file.read().catch(() => null);
      const wanted = Language.safeParse(ofSystem.slice(0, 2).toLowerCase());
      await turnTo(known?.language ?? wanted.data ?? 'en').catch(() => {}); // stays English
    },
    async speak(language: Language): Promise<void> {
      await file.write({ language });
      if (language === spoken) return;
      await turnTo(language);
      onChange();
    },
  };
}
