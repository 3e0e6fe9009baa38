import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { limits } from '../../server/contract/limits.ts';
import { note, reason, type Stage, setStage } from './failure-stage.ts';
import { accountButton, person, signIn } from './walk.ts';

let stage: Stage;
beforeAll(async () => {
  if (reason === null) stage = await setStage();
});
afterEach(() => stage?.clear());
afterAll(() => stage?.close());

test.skipIf(reason !== null)(`says that the password is wrong${note}`, async () => {
  const tab = await stage.browser.newPage();
  await tab.goto(`${stage.proxy.baseUrl}/sign-in`);
  await tab.getByLabel('E-mail').fill(person.email);
  await tab.getByLabel('Password').fill('not the password');
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click();

  await tab.getByText('E-mail address or password is wrong. Check both and try again.').waitFor();
  await tab.close();
});

test.skipIf(reason !== null)(`says that the sign-in was denied${note}`, async () => {
  const { walk, page } = await stage.openSignedOut();

  await signIn(walk, { browser: stage.browser, isNew: false, decision: 'Deny' });

  await page
    .getByRole('dialog')
    .getByText(/denied/i)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).waitFor();
});

test.skipIf(reason !== null)(`says that the sign-in has expired${note}`, async () => {
  const { page } = await stage.openSignedOut();
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await page
    .getByRole('dialog')
    .getByText(/[A-Z0-9]{4}-[A-Z0-9]{4}/)
    .waitFor();

  stage.server.advance(limits.signInSession.lifetime);

  await page
    .getByRole('dialog')
    .getByText(/not approved in time/)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).waitFor();
});

test.skipIf(reason !== null)(`explains a missing keychain and forgets the sign-in${note}`, async () => {
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
  const { walk, desk, page } = await stage.openSignedOut(undefined, env);
  await signIn(walk, { browser: stage.browser, isNew: false, decision: 'Approve' });
  await accountButton(page).waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();

  await page
    .getByText(/keychain/i)
    .first()
    .waitFor();
  await walk.app.close();
  const again = await stage.open(desk, env);
  await again.page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
});
