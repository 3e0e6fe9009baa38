import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { png } from '../helpers/ordinary-folders.ts';
import { createTus, product, sha256Of } from '../helpers/publishing.ts';
import { sampleGlb } from '../helpers/sample-files.ts';
import { registerPerson } from '../helpers/test-server.ts';
import { findViolations } from './site/axe.ts';
import { describeServerPages, type ServerPages } from './site/server-pages.ts';

const glb = sampleGlb({ triangles: 50_000 }); // two pieces of an upload;
const firstPiece = 1024 * 1024;

function makeChair() {
  const above = mkdtempSync(path.join(tmpdir(), 'lodestock-chair-'));
  onTestFinished(() => rmSync(above, { recursive: true, force: true }));
  const folder = path.join(above, 'SM_Oak_Chair');
  mkdirSync(path.join(folder, 'textures'), { recursive: true });
  writeFileSync(path.join(folder, 'SM_Oak_Chair.glb'), glb);
  writeFileSync(path.join(folder, 'textures', 'oak.png'), png);
  writeFileSync(path.join(folder, '.DS_Store'), 'litter');
  return folder;
}

/** Drops a file or a folder in the middle of a page, as the system's file manager does. */
async function dropOn(page: Page, file: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize() ?? { width: 800, height: 600 };
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data });
  await session.detach();
}

/** The page of a publisher who is new on this server. */
async function openAsPublisher(open: ReturnType<ServerPages['share']>) {
  const opened = await open({ who: 'member' });
  const { server, page, person, admin } = opened;
  await server.call('adminSetRole', { accountId: person.user.id, role: 'publisher' }, admin);
  await page.goto('/publish');
  return opened;
}

describeServerPages('publishing on a real server', ({ share }) => {
  const openShared = share({ files: { 'Seats/Chair.glb': glb } });
  const openReviewed = share({ files: {}, environment: { LODESTOCK_PUBLISH_REVIEW: 'all' } });

  test('fits a phone', async () => {
    const { page } = await openShared({ at: '/publish' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('heading', { level: 1 }).waitFor();

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test('lets an admin drop a model and delete its earlier versions', async () => {
    const { server, page, admin } = await openShared({ at: '/publish' });
    const { token } = admin;
    const publish = async (uploads: string[], guid?: string) => {
      const wish = {
        uploads,
        product: { ...product, title: 'Pine kettle' },
        ...(guid !== undefined && { guid }),
      };
      const { publishId, guid: made } = (await server.call('publish', wish, { token })).body;
      const state = async () => (await server.call('publishState', { publishId }, { token })).body.state;
      await expect.poll(state).toBe('published');
      return made;
    };

    const data = await page.evaluateHandle(
      (base64) => {
        const transfer = new DataTransfer();
        transfer.items.add(
          new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], 'chair.glb'),
        );
        return transfer;
      },
      sampleGlb({ triangles: 20 }).toString('base64'),
    );
    await page
      .getByRole('region', { name: 'Files to publish' })
      .dispatchEvent('drop', { dataTransfer: data });
    await page.getByText('All uploaded').waitFor();
    const { uploads } = (await server.call('publishUploads', {}, { token })).body;
    const guid = await publish(uploads.map(({ uploadId }) => uploadId));
    await publish(
      [await createTus(server.baseUrl, token).send('chair.glb', sampleGlb({ triangles: 40 }))],
      guid,
    );
    await page.goto(`/model/${guid}`);
    await page.getByRole('heading', { name: 'Earlier versions' }).waitFor();
    await page.getByText('Version 1').click();
    const [earlier] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'chair.glb' }).last().click(),
    ]);
    expect(sha256Of(readFileSync(await earlier.path()))).toBe(sha256Of(sampleGlb({ triangles: 20 })));
    await page.goto('/admin/models');
    await page.getByLabel('Select Pine kettle').check();
    await page.getByRole('button', { name: 'Versions' }).click();
    await page.getByText('Version 1').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete the earlier version' }).click();
    await page.getByText('1 version deleted').waitFor();

    expect((await server.call('keptVersions', { guid }, { token })).body.versions).toEqual([]);
    await page.getByRole('button', { name: 'Delete the model…' }).click();
    await page.getByRole('button', { name: 'Delete Pine kettle for good' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await server.call('search', { q: 'pine kettle' })).body.total).toBe(0);
  });

  test('takes a folder that is dropped on the admin page, and tells that its shape is there', async () => {
    const { server, page, admin } = await openShared({ at: '/admin/library' });
    const known = server.db.prepare("SELECT 1 FROM shape JOIN model ON id = model_id WHERE title = 'Chair'");
    await expect.poll(() => known.get(), { timeout: 30_000 }).toBeDefined();
    await page.getByRole('heading', { level: 1 }).waitFor();

    await dropOn(page, makeChair());
    await page.getByText('All uploaded').waitFor();
    await page.getByText('A model of the same shape is already in the catalogue.').waitFor();

    expect(new URL(page.url()).pathname).toBe('/publish');
    expect(await page.getByLabel('Title').inputValue()).toBe('Oak Chair');
    const { uploads } = (await server.call('publishUploads', {}, admin)).body;
    expect(uploads.map(({ relativePath }) => relativePath).sort()).toEqual([
      'SM_Oak_Chair/SM_Oak_Chair.glb',
      'SM_Oak_Chair/textures/oak.png',
    ]);
    const link = page.getByRole('status').getByRole('link', { name: 'Chair', exact: true });
    expect(await link.getAttribute('href')).toMatch(/^\/model\//);
    expect(await findViolations(page)).toEqual([]);
  });

  test('publishes several models of one drop', async () => {
    const { server, page } = await openAsPublisher(openShared);
    const files = ['Bench', 'Shelf'].map((name, index) => ({
      ...{ name: `${name}.glb`, mimeType: 'model/gltf-binary' },
      buffer: sampleGlb({ triangles: 20 + index }),
    }));

    await page.getByLabel('Choose files').setInputFiles(files);
    await page.getByRole('heading', { name: '2 models were found' }).waitFor();
    await page.getByLabel('Category', { exact: true }).fill('Furniture');
    await page.getByLabel('Licence').fill('CC0');
    await page.getByLabel('Price in US dollars').fill('0');
    await page.getByRole('button', { name: 'Use category, licence' }).click();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Publish the 2 models that are ready' }).click();
    await page.getByText('Bench is published.').waitFor();
    await page.getByText('Shelf is published.').waitFor();

    for (const q of ['bench', 'shelf'])
      expect((await server.call('search', { q })).body.results).toMatchObject([{ license: 'CC0' }]);
  });

  test('publishes a chair that another artist downloads', async () => {
    const { server, page, person } = await openAsPublisher(openShared);
    const artist = await registerPerson(server);
    const chair = makeChair();

    // The connection breaks after the first piece, and the page is loaded again.
    await page.route('**/api/publish/uploads/*', async (route) => {
      const request = route.request();
      const isLater = request.method() === 'PATCH' && request.headers()['upload-offset'] !== '0';
      await (isLater ? route.abort() : route.continue());
    });
    await page.getByLabel('Choose a folder').setInputFiles(chair);
    const stored = async () => (await server.call('publishUploads', {}, person)).body.uploads;
    await expect
      .poll(async () => (await stored()).find((one) => one.sizeBytes === glb.length)?.offset)
      .toBe(firstPiece);
    // The form is open meanwhile, and what is typed and wanted outlives the page.
    expect(await page.getByLabel('Title').inputValue()).toBe('Oak Chair');
    await page.getByLabel('Category', { exact: true }).fill('Furniture');
    await page.getByLabel('Licence').fill('CC0');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Enter a price, or 0 if it is free.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.reload();
    await page.getByText('was not uploaded completely').waitFor();
    expect(await page.getByLabel('Category', { exact: true }).inputValue()).toBe('Furniture');
    await page.getByLabel('Price in US dollars').fill('2.50');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('button', { name: 'Change', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Change', exact: true }).waitFor();
    await page.unroute('**/api/publish/uploads/*');
    const offsets: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'] ?? '');
    });
    await page.getByLabel('Choose a folder').setInputFiles(chair);
    await page.getByText('Oak Chair is published.').waitFor();
    expect(offsets.filter((offset) => offset !== '0')[0]).toBe(String(firstPiece));

    const { results } = (await server.call('search', { q: 'oak chair' })).body;
    const model = results.find(({ title }) => title === 'Oak Chair');
    expect([model?.category, model?.license, model?.priceUsd]).toEqual(['Furniture', 'CC0', 2.5]);
    const guid = model?.guid ?? '';
    const { topologies } = (await server.call('agentFormats', { guid }, { token: artist.token })).body;
    const [file] = topologies.flatMap((one) => one.files).filter(({ format }) => format === 'glb');
    const { downloadUrl, chargedUsd } = (
      await server.call(
        'agentDirect',
        { guid, format: 'glb', lod: file?.lod, relativePath: file?.relativePath },
        { token: artist.token },
      )
    ).body;
    const bytes = Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
    expect([sha256Of(bytes), chargedUsd]).toEqual([sha256Of(glb), 2.5]);
  });

  test('lets an admin publish what waits, and end uploads', async () => {
    const { server, page, person, admin } = await openAsPublisher(openReviewed);
    const tus = createTus(server.baseUrl, person.token);
    const wish = { uploads: [await tus.send('bench.glb', glb)], product };
    await server.call('publish', wish, person);
    const other = { uploads: [await tus.send('stool.glb', glb)], product: { ...product, title: 'Stool' } };
    const { publishId } = (await server.call('publish', other, person)).body;
    await tus.create('left.glb', glb);
    await openReviewed({ at: '/admin/publishing' });

    await page.getByText(person.email).first().waitFor();
    const faults = await findViolations(page);
    await page.getByRole('button', { name: 'End upload' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End upload' }).click();
    await page.getByText('No one is uploading anything.').waitFor();
    await server.call('adminDecidePublish', { publishId, isApproved: true }, admin);
    const publishIt = page.getByRole('row', { name: 'Stool' }).getByRole('button', { name: 'Publish' });
    await publishIt.click();
    await page.getByText('does not wait for an admin any more').waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await publishIt.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Nothing waits for you.').waitFor();

    expect(faults).toEqual([]);
    await expect.poll(async () => (await server.call('search', {})).body.total).toBe(2);
  });

  test('tells a member who may publish', async () => {
    const { page } = await openShared({ at: '/publish', who: 'member' });

    await page.getByRole('heading', { name: 'Only publishers can publish here' }).waitFor();
  });
});
