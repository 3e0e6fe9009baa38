import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { objText } from '../helpers/library-folder.ts';
import { startKeyring } from '../helpers/with-keyring.ts';
import { note, reason, type Stage, setStage } from './failure-stage.ts';
import { patience, person, signIn, signOut } from './walk.ts';

const grace = { name: 'Grace Guest', email: 'grace@example.org', password: 'another long password' };

let stage: Stage;
let laptopKeyring: Awaited<ReturnType<typeof startKeyring>> = null;
beforeAll(async () => {
  if (reason !== null) return;
  stage = await setStage({ 'Vase/10k/vase.obj': objText(4, 'vase') });
  await stage.server.call('register', grace);
  laptopKeyring = await startKeyring();
});
afterAll(async () => {
  await stage?.clear();
  await laptopKeyring?.stop();
  await stage?.close();
});

async function openVase(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Browse' }).click();
  await page.getByRole('grid').getByText('Vase', { exact: true }).click();
  await page.getByRole('heading', { name: 'Vase', level: 1 }).waitFor();
}

async function addTag(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Add a tag' }).fill(name);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
}

const tagsOn = (page: Page) => page.getByRole('region', { name: 'Your tags' }).getByRole('listitem');
const noteOn = (page: Page) => page.getByLabel('Your note');

/** Asks the server what an account has written about its one model. */
async function openAccount({ email, password }: typeof person) {
  const { token } = (await stage.server.call('login', { email, password })).body;
  const [vase] = (await stage.server.call('browse', {})).body.results;
  const guid = vase?.guid ?? '';
  return async () => {
    const { tags, note } = (await stage.server.call('ownNotes', { guid }, { token })).body;
    return { tags, note };
  };
}
const untilIs = (read: () => Promise<object>, wanted: object) =>
  expect.poll(read, { timeout: patience, interval: 200 }).toEqual(wanted);

test.skipIf(reason !== null)(`tags and notes follow their account, and no other${note}`, async () => {
  const approval = { browser: stage.browser, isNew: false, decision: 'Approve' } as const;
  const [ofAda, ofGrace] = [await openAccount(person), await openAccount(grace)];
  const { page: studio } = await stage.openSignedIn();
  await openVase(studio);
  await addTag(studio, 'hero');
  await noteOn(studio).fill('Too shiny');
  await untilIs(ofAda, { tags: ['hero'], note: 'Too shiny' });

  // Somebody else on another computer.
  const { walk, page: laptop } = await stage.openSignedOut(undefined, laptopKeyring?.env);
  await signIn(walk, { ...approval, who: grace });
  await openVase(laptop);
  await addTag(laptop, 'guest');
  await untilIs(ofGrace, { tags: ['guest'], note: '' });
  expect(await tagsOn(laptop).allInnerTexts()).toEqual(['guest']);
  expect(await noteOn(laptop).inputValue()).toBe('');
  await signOut(laptop);

  // The same person on that computer, whose library keeps what was written there.
  await signIn(walk, approval);
  await tagsOn(laptop).filter({ hasText: 'hero' }).waitFor();
  expect(await noteOn(laptop).inputValue()).toBe('Too shiny');
  await addTag(laptop, 'forest');
  await untilIs(ofAda, { tags: ['forest', 'hero'], note: 'Too shiny' });
  await addTag(studio, 'old');
  await tagsOn(studio).filter({ hasText: 'forest' }).waitFor();

  await untilIs(ofAda, { tags: ['forest', 'hero', 'old'], note: 'Too shiny' });
  expect(await tagsOn(studio).allInnerTexts()).toEqual(['forest', 'hero', 'old']);
  expect(await ofGrace()).toEqual({ tags: ['guest'], note: '' });
});
