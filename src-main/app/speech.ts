import { z } from 'zod';
import { Language } from '../ipc/contract.ts';
import type { JsonFile } from '../storage/json-file.ts';

export const KnownLanguage = z.object({ language: Language });

type Translate = (text: string) => string;
const TranslatorFile = z.object({
  translate: z.custom<Translate>((value) => typeof value === 'function'),
});

type Speech = {
  /** A text of menus, dialogs and notifications in the language of the pages. One that is not known stays English. */
  readonly say: Translate;
  /** What the pages showed last, or what the system speaks; call it before `say`. */
  readonly load: (ofSystem: string) => Promise<void>;
  readonly speak: (language: Language) => Promise<void>;
};

type SpeechOptions = {
  readonly file: JsonFile<z.infer<typeof KnownLanguage>>;
  /** The module with the German texts, which the build makes of those of the pages. */
  readonly loadGerman: () => Promise<unknown>;
  /** Texts that stand on the screen are to be rewritten. */
  readonly onChange: () => void;
};

/** The windows of the system say what the pages say, in the language that was chosen there. */
export function createSpeech({ file, loadGerman, onChange }: SpeechOptions): Speech {
  let spoken: Language = 'en';
  let translate: Translate = (text) => text;

  async function turnTo(language: Language): Promise<void> {
    translate = language === 'en' ? (text) => text : TranslatorFile.parse(await loadGerman()).translate;
    spoken = language;
  }

  return {
    say: (text) => translate(text),
    async load(ofSystem) {
      const known = await file.read().catch(() => null);
      const wanted = Language.safeParse(ofSystem.slice(0, 2).toLowerCase());
      await turnTo(known?.language ?? wanted.data ?? 'en').catch(() => {}); // English then
    },
    async speak(language) {
      await file.write({ language });
      if (language === spoken) return;
      await turnTo(language);
      onChange();
    },
  };
}
