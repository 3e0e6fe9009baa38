import { strict } from '../strict.ts';
import * as bridge from './bridge.ts';
import * as decoding from './decode-value.ts';
import * as encoding from './encode-value.ts';
import * as isolatedWorld from './isolated-world.ts';
import * as mainWorld from './main-world.ts';
import * as codec from './page-codec.ts';

export const isolatedWorldName = 'Electron Isolated Context';
export const sendBindingName = '__electronHostSend';

// These modules hold nothing but functions, so their text is all that a page needs of them.
const shared = [strict, ...[encoding, decoding, codec, bridge].flatMap((module) => Object.values(module))];

function toScript(functions: readonly unknown[], start: string): string {
  return `(() => {\n${[...shared, ...functions].map(String).join('\n')}\n${start}\n})();`;
}

type WorldOptions = {
  readonly key: string;
  readonly process: object;
  readonly preloadSource: string;
};

/** The texts that run before a page's own scripts, one for each world. */
export function createWorldScripts({ key, process, preloadSource }: WorldOptions) {
  const options = [
    `key: ${JSON.stringify(key)}`,
    `process: ${JSON.stringify(process)}`,
    `send: (text) => globalThis.${sendBindingName}(text)`,
    `preload: function (require, module, exports, process, global) {${preloadSource}\n}`,
  ];
  return {
    main: toScript(Object.values(mainWorld), `mountMainWorld(${JSON.stringify(key)});`),
    isolated: toScript(Object.values(isolatedWorld), `mountIsolatedWorld({ ${options.join(', ')} });`),
  };
}
