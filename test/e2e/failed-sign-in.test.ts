import { afterAll, beforeAll, test } from 'vitest';
import { limits } from '../../server/contract/limits.ts';
import { note, reason, type Stage, setStage } from './failure-stage.ts';
import { accountButton, person, signIn } from './walk.ts';

let stage: Stage;
beforeAll(async () => {
  if (reason === null) stage = await setStage();
});
afterAll(async () => {
  await stage?.clear();
  await stage?.close();
});

test.skipIf(reason !== null)(`says that the password is wrong${note}`, async () => {
  const tab = await stage.browser.newPage();
  await tab.goto(`${stage.proxy.baseUrl}/sign-in`);
  await tab.getByLabel('E-mail').fill(person.email);
  await tab.getByLabel('Password').fill('not the password');
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click();

  await tab.getByText('E-mail address or password is wrong. Check both and try again.').waitFor();
  await tab.close();
});

test.skipIf(reason !== null)(
  `says that a sign-in was denied, has expired, and is forgotten without a keychain${note}`,
  async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
    const { walk, desk, page } = await stage.openSignedOut(undefined, env);
    const dialog = page.getByRole('dialog');
    const again = dialog.getByRole('button', { name: 'Try again' });

    await signIn(walk, { browser: stage.browser, isNew: false, decision: 'Deny' });
    await dialog.getByText(/denied/i).waitFor();
    await again.click();
    await dialog.getByText(/[A-Z0-9]{4}-[A-Z0-9]{4}/).waitFor();
    await walk.findOpenedLink();
    stage.server.advance(limits.signInSession.lifetime);
    await dialog.getByText(/not approved in time/).waitFor();
    await again.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await signIn(walk, { browser: stage.browser, isNew: false, decision: 'Approve' });
    await accountButton(page).waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page
      .getByText(/keychain/i)
      .first()
      .waitFor();
    await walk.app.close();
    const next = await stage.open(desk, env);
    await next.page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
  },
);
