import { said } from './de/said/said.ts';
import { system } from './de/said/system.ts';
import { createTranslator } from './said-translator.ts';

/** For the app's main process, which loads the built version of this file. */
export const translate = createTranslator({ ...said, ...system }, 'de');
