import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { digitSigns, droppedBits } from '../../../src-renderer/studio/light-room.ts';
import { findChromium, openBrowser } from '../site/open-browser.ts';
import { bundleForPage } from './bundle-for-page.ts';

// node test/src-renderer/studio/write-room-light.ts: writes the light of the studio's room, once three has another one

const output = path.resolve(import.meta.dirname, '../../../src-renderer/studio/room-light.generated.ts');
const lineLength = 100;

/** As `light-room.ts` reads them. */
function packNumbers(numbers: readonly number[]): string {
  const steps = numbers.map((value) => Math.round(value / 2 ** droppedBits));
  const changes = steps.map((step, at) => step - (steps[at - 1] ?? 0));
  const codes = changes.map((change) => (change < 0 ? -2 * change - 1 : 2 * change));
  if (codes.some((code) => code >= 64 ** 2)) throw new Error('two numbers are too far from each other');
  return [...codes.map((code) => digitSigns[code % 64]), ...codes.map((code) => digitSigns[code >> 6])].join(
    '',
  );
}

await using browser = await openBrowser(findChromium() ?? '');
const page = await browser.newPage();
const entry = path.join(import.meta.dirname, 'gather-light.ts');
await page.addScriptTag({ content: await bundleForPage(entry) });
const numbers: number[] = await page.evaluate('gatherLight()');
const lines = packNumbers(numbers).match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? [];
const text = [
  '// Made by `node test/src-renderer/studio/write-room-light.ts` from the room of three.js. Do not edit.',
  '// biome-ignore format: lines of one length',
  `export const roomLight = ${lines.map((line) => `'${line}'`).join(' +\n  ')};`,
  '',
].join('\n');
writeFileSync(output, text);
console.log(`${numbers.length} numbers, ${text.length} bytes`);
