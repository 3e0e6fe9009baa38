import type { Plugin } from 'vite';

const toEscape = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Writes what is beyond Latin-1 as escapes: V8 keeps the source of a script for as long as it runs, and one such sign makes it
 * take two bytes for each character instead of one.
 */
export const latinCode: Plugin = {
  name: 'latin-code',
  applyToEnvironment: (environment) => environment.name === 'server',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const [escaped] = /(?<!\\)(?:\\\\)*\\[^\0-\xff]/.exec(chunk.code) ?? [];
      if (escaped !== undefined) this.error(`${chunk.fileName} has "${escaped}". Remove its backslash.`);
      chunk.code = chunk.code.replaceAll(/[^\0-\xff]/g, toEscape);
    }
  },
};
