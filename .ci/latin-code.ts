import type { Plugin } from 'vite';

const toEscape = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Escapes characters beyond Latin-1: V8 keeps the source of a running script, and a single one makes it use two bytes
 * per character instead of one.
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
