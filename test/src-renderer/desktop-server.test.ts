import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeCatalogue } from './site/catalogue.ts';
import { usualDesktop } from './site/fake-desktop-state.ts';
import { describePages, expectHeading, readCalls } from './site/pages.ts';

const catalogue = makeCatalogue(500);
const starting = { ...usualDesktop.server, status: 'starting', url: null };
const indexing = (done: number) => ({
  ...usualDesktop.server,
  status: 'indexing',
  progress: { done, total: 900 },
});

const emit = (page: Page, payload: unknown) =>
  page.evaluate((server) => window.fakeDesktop.emit('server.changed', server), payload);
const readJoins = (page: Page) => readCalls(page, 'server.join');
async function openServerForm(page: Page) {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Another Lodestock server' }).check();
}

describePages('the desktop and its server', ({ openDesktop }) => {
  test('fills list and filters once the server is ready', async () => {
    const { site, page } = await openDesktop(catalogue, { server: starting });
    site.mode = 'fails';
    await page.reload();
    await page.getByRole('heading', { name: 'The server is starting' }).waitFor();

    site.mode = 'answers';
    await emit(page, usualDesktop.server);
    await expectHeading(page, '500 models');

    await page.getByRole('checkbox', { name: /^Furniture/ }).waitFor();
    await page.getByRole('checkbox', { name: /^FBX/ }).waitFor();
  });

  test('adds models while they are indexed and keeps the place', async () => {
    const { site, page } = await openDesktop(catalogue, { server: indexing(500) });
    await expectHeading(page, '500 models');
    await page.getByRole('gridcell').first().waitFor(); // before it is laid out, nothing can be scrolled
    const grid = page.getByRole('grid');
    await grid.evaluate((element) => element.scrollTo(0, 3000));
    site.records = makeCatalogue(900);

    await emit(page, indexing(700));
    await expectHeading(page, '900 models');

    await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(3000);
    await expect
      .poll(() => page.getByRole('checkbox', { name: /^FBX/ }).locator('..').innerText())
      .toContain('900');
  });

  test('offers to load filters that failed alone', async () => {
    const { page } = await openDesktop(catalogue);
    let isBroken = true;
    const body = { ok: false, code: 'UNAVAILABLE', message: 'Too busy to count.', requestId: 'req-1' };
    await page.route('**/api-embeddings/filters*', (route) =>
      isBroken ? route.fulfill({ status: 503, json: body }) : route.continue(),
    );
    await page.reload();
    const filters = page.getByRole('complementary', { name: 'Filters' });
    await filters.getByText('Too busy to count.').waitFor();

    isBroken = false;
    await filters.getByRole('button', { name: 'Reload the filters' }).click();

    await filters.getByRole('checkbox', { name: /^Furniture/ }).waitFor();
    await filters.getByRole('alert').waitFor({ state: 'detached' });
  });

  test('refuses server addresses with a reason, and takes a good one without blanks', async () => {
    const { page } = await openDesktop(catalogue);
    await openServerForm(page);
    const field = page.getByLabel('Address');
    const readReason = async () => {
      const note = await field.getAttribute('aria-describedby');
      return page.locator(`[id="${note}"]`).innerText();
    };

    for (const [address, sentence] of [
      ['', /^Enter the address of a Lodestock server/],
      ['https://', /is not an address/],
      ['ftp://models.example.org', /addresses are not supported/],
      ['https://ada:secret@models.example.org', /^Leave the name and password out/],
    ] as const) {
      await field.fill(address);
      await page.getByRole('button', { name: 'Connect' }).click();
      await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
      await expect.poll(readReason).toMatch(sentence);
    }
    expect(await readJoins(page)).toEqual([]);
    await field.fill('http://gone.lan');
    await field.press('Enter');
    await page.getByText('No Lodestock server answers at “http://gone.lan”.').waitFor();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await field.fill(' https://models.example.org ');
    await field.press('Enter');

    await expect.poll(() => readJoins(page)).toHaveLength(2);
    expect((await readJoins(page))[1]).toEqual({ address: 'https://models.example.org', accepted: null });
  });

  test('asks once before it connects without encryption', async () => {
    const { page } = await openDesktop(catalogue);
    await openServerForm(page);
    const question = page.getByRole('dialog', { name: 'Connect without encryption?' });
    const address = 'http://models.studio.lan:8787';

    await page.getByLabel('Address').fill(address);
    await page.getByLabel('Address').press('Enter');
    await question.getByText(`${address} is on your own network (192.168.1.5)`).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await readJoins(page)).toEqual([{ address, accepted: null }]);
    await page.getByLabel('Address').press('Enter');
    await question.getByRole('button', { name: 'Connect anyway' }).click();

    await question.waitFor({ state: 'detached' });
    expect((await readJoins(page)).slice(1)).toEqual([
      { address, accepted: null },
      { address, accepted: address },
    ]);
  });

  const follow = (page: Page, link: object) =>
    page.evaluate((waitingLink) => {
      Object.assign(window, { waitingLink });
      window.fakeDesktop.emit('link.arrived', undefined);
    }, link);

  test('opens the model that a link names', async () => {
    const { page } = await openDesktop(catalogue);
    const [{ guid } = { guid: '' }] = catalogue;

    await follow(page, { kind: 'model', guid });

    await expect.poll(() => new URL(page.url()).hash).toBe(`#/model/${guid}`);
  });

  test('joins the server of a link after two questions, and none when it is declined', async () => {
    const { page } = await openDesktop(catalogue);
    const first = page.getByRole('dialog', { name: 'Connect to another server?' });
    await follow(page, { kind: 'connect', server: 'https://models.example.org', invite: 'ABCD-2345' });
    await first.getByRole('button', { name: 'Cancel' }).click();
    await first.waitFor({ state: 'detached' });
    await follow(page, { kind: 'connect', server: 'http://models.studio.lan:8787', invite: null });

    await first.getByText('A link asks Lodestock to connect to http://models.studio.lan:8787.').waitFor();
    expect(await readJoins(page)).toEqual([]);
    await first.getByRole('button', { name: 'Connect' }).click();
    const second = page.getByRole('dialog', { name: 'Connect without encryption?' });
    await second.getByRole('button', { name: 'Connect anyway' }).click();

    await second.waitFor({ state: 'detached' });
    expect(await readJoins(page)).toHaveLength(2);
  });

  test('opens the invitation once its server is joined', async () => {
    const { page } = await openDesktop(catalogue);
    await follow(page, { kind: 'connect', server: 'https://models.example.org', invite: 'ABCD-2345' });
    await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await emit(page, { ...usualDesktop.server, kind: 'remote', url: 'https://models.example.org' });

    const opened = () =>
      page.evaluate(() => window.fakeDesktop.calls.filter(({ name }) => name === 'app.openLink'));
    await expect
      .poll(opened)
      .toEqual([
        { name: 'app.openLink', input: { url: 'https://models.example.org/sign-in#invite=ABCD-2345' } },
      ]);
  });

  test('offers servers of the network, and joins none by itself', async () => {
    const { page } = await openDesktop(catalogue);
    await openServerForm(page);

    await page.getByRole('button', { name: 'Look on this network' }).click();
    await page.getByRole('button', { name: /^Lodestock on studio-nas/ }).click();

    expect(await page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe(
      'http://models.studio.lan:8787',
    );
    expect(await readJoins(page)).toEqual([]);
  });

  test('starts at login and changes the theme at once', async () => {
    const { page } = await openDesktop(catalogue);
    await page.getByRole('link', { name: 'Settings' }).click();

    await page.getByRole('checkbox', { name: 'Start Lodestock when I sign in' }).check();
    await expect.poll(() => readCalls(page, 'settings.update')).toEqual([{ startAtLogin: true }]);
    await page.getByRole('radio', { name: 'Light' }).check();

    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light');
  });

  test('checks itself and says what helps', async () => {
    const { page } = await openDesktop(catalogue);
    await page.getByRole('link', { name: 'Settings' }).click();
    const help = page.getByRole('region', { name: 'Help' });

    await help.getByRole('button', { name: 'Check this app' }).click();
    await help.getByRole('listitem').nth(2).waitFor();
    const findings = await help.getByRole('listitem').allInnerTexts();
    await help.getByRole('button', { name: 'Copy report' }).click();
    await help.getByRole('button', { name: 'Save diagnostics…' }).click();

    expect(findings.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      'Fine: Server: The server in this app is ready.',
      expect.stringMatching(/^Check this: Clock: .+ Set both computers/),
      expect.stringMatching(/^Problem: Library: .+ Connect its disk/),
    ]);
    const handed = () =>
      page.evaluate(() =>
        window.fakeDesktop.calls
          .filter(({ name }) => /^app\.(copy|save)Text$/.test(name))
          .map(({ input }) => input),
      );
    await expect
      .poll(handed)
      .toEqual([{ text: 'the report' }, { name: 'lodestock-diagnostics.txt', text: 'all of it' }]);
  });

  test('shows what the organisation has decided and changes none of it', async () => {
    const { page } = await openDesktop(catalogue, { managed: ['serverUrl', 'certificateFile'] });

    await page.getByRole('link', { name: 'Settings' }).click();

    const server = page.getByRole('region', { name: 'Server' });
    await server.getByText('Your organisation has set this. Ask your admin to change it.').waitFor();
    expect(await server.getByRole('radio', { name: 'Another Lodestock server' }).isDisabled()).toBe(true);
    const network = page.getByRole('region', { name: 'Network' });
    expect(await network.getByRole('button', { name: 'Choose…' }).isDisabled()).toBe(true);
    expect(await network.getByRole('button', { name: 'Save' }).isEnabled()).toBe(true);
    const library = page.getByRole('region', { name: 'Library' });
    expect(await library.getByRole('button', { name: 'Add a library…' }).isEnabled()).toBe(true);
  });
});
