import { registerHooks } from 'node:module';

// Preloaded before the engine: its constants become those of the environment, in every thread.

const changed = process.env.LODESTOCK_TRIED_WEIGHTS ?? '{}';
const ends = '/server/catalogue/search/weights.ts';

const source = (shipped: string) => `
export * from ${JSON.stringify(shipped)};
import * as shipped from ${JSON.stringify(shipped)};
const mix = (name, value) => typeof value === 'object' ? { ...shipped[name], ...value } : value;
${Object.entries(JSON.parse(changed))
  .map(([name, value]) => `export const ${name} = mix('${name}', ${JSON.stringify(value)});`)
  .join('\n')}`;

registerHooks({
  load: (url, context, next) =>
    url.endsWith(ends)
      ? { format: 'module', source: source(`${url}?shipped`), shortCircuit: true }
      : next(url, context),
});
