import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { sentence } from '../../../server/contract/sentence.ts';
import { createSpeech, KnownLanguage } from '../../../src-main/app/speech.ts';
import { createJsonFile } from '../../../src-main/platform/storage/json-file.ts';
import { createMemoryLog } from '../memory-log.ts';
import { createScratch } from '../scratch.ts';

async function openSpeech({ folder, ofSystem = 'en-US' }: { folder?: string; ofSystem?: string } = {}) {
  const place = folder ?? (await createScratch());
  const onChange = vi.fn();
  const speech = createSpeech({
    file: createJsonFile({
      ...{ file: path.join(place, 'language.json'), schema: KnownLanguage, log: createMemoryLog().log },
    }),
    loadGerman: () => import('../../../src-renderer/text/german-of-system.ts'),
    onChange,
  });
  await speech.load(ofSystem);
  return { ...speech, onChange, folder: place };
}

test('speaks the language of the system at first', async () => {
  const { say } = await openSpeech({ ofSystem: 'de-AT' });

  expect(say(sentence`Choose where “${{ name: 'Oak, chairs. Old' }}” moves to`)).toBe(
    'Wählen, wohin „Oak, chairs. Old“ umzieht',
  );
});

test('speaks English where it has no texts', async () => {
  const { say } = await openSpeech({ ofSystem: 'fr-FR' });

  expect(say('Downloads finished')).toBe('Downloads finished');
});

test('follows the pages and has menus written anew', async () => {
  const { say, speak, onChange } = await openSpeech();

  await speak('en');
  expect(onChange).not.toHaveBeenCalled();
  await speak('de');

  expect(onChange).toHaveBeenCalledOnce();
  expect(say('Open Downloads to see why.')).toBe('„Downloads“ öffnen, um den Grund zu sehen.');
});

test('knows the language of the pages before they open', async () => {
  const { speak, folder } = await openSpeech({ ofSystem: 'de-DE' });
  await speak('en');

  const { say } = await openSpeech({ folder, ofSystem: 'de-DE' });

  expect(say('Undo')).toBe('Undo');
});
