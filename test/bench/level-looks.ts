import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { build } from 'vite';
import { z } from 'zod';
import { lodTriangles, type MadeLod } from '../../server/contract/limits.ts';
import { makeLevels } from '../../server/derive/make/make-levels.ts';
import { createGltfIo } from '../../server/derive/make/read/decoders.ts';
import { readSource } from '../../server/derive/make/read/read-source.ts';
import { countDrawn } from '../../server/derive/make/simplify/merge-meshes.ts';
import { readSharedModels, sharedModelsFolder } from '../helpers/shared-models.ts';
import { findChromium, openBrowser } from '../src-renderer/site/open-browser.ts';

// node test/bench/level-looks.ts [id ...]: how much the levels of real models look like their sources: drawn from six
// sides by the renderer of the posters, in Chromium without a graphics card, and compared by SSIM. Prints every level,
// then for each topology the median and how many are as like as they should be, and writes the worst ten as pictures,
// six of the source above six of the level, into a temporary folder. Needs Chromium.

const goals = { '1k': 0.85, '10k': 0.92 } as const;
const texture = { '1k': 1024, '10k': 2048 } as const;
const lods = ['1k', '10k'] as const;
const worst = 10;
const Looks = z.array(z.object({ likeness: z.number(), picture: z.string() }));
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

type Look = { readonly id: string; readonly lod: MadeLod; readonly likeness: number; readonly file: string };

/** The page that compares, and the files it asks for: real models by their place, levels as they were made last. */
async function startSite() {
  const outDir = mkdtempSync(path.join(tmpdir(), 'lodestock-looks-page-'));
  await build({
    configFile: false,
    root: path.join(import.meta.dirname, 'level-looks'),
    logLevel: 'silent',
    worker: { format: 'es' },
    build: { outDir, target: 'esnext', assetsInlineLimit: 0 },
  });
  const levels = new Map<string, Uint8Array>();
  const read = async (url: string) => {
    const made = levels.get(url);
    if (made) return made;
    const isModel = url.startsWith('/models/');
    const [root, name] = isModel ? [sharedModelsFolder, url.slice('/models/'.length)] : [outDir, url];
    return readFile(path.join(root, path.normalize(`/${name === '/' ? 'index.html' : name}`))).catch(
      () => null,
    );
  };
  const server = createServer(async (request, response) => {
    const url = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
    const body = await read(url);
    if (body === null) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[path.extname(url === '/' ? '.html' : url)] ?? '' });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`,
    levels,
    close() {
      server.closeAllConnections();
      server.close();
      rmSync(outDir, { recursive: true });
    },
  };
}
type Site = Awaited<ReturnType<typeof startSite>>;

const io = await createGltfIo();
const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-looks-'));
const toUrl = (id: string, file: string) =>
  `/models/${[id, ...file.split(path.sep)].map(encodeURIComponent).join('/')}`;

async function compare(page: Page, site: Site, id: string, main: string, format: string): Promise<Look[]> {
  const place = path.join(sharedModelsFolder, id);
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' });
  const files = Object.fromEntries(names.map((name) => [name, path.join(place, name)]));
  const source = await readSource(io, { file: path.join(place, main), format, support: files });
  const drawn = countDrawn(source);
  const wanted = lods.filter((lod) => lodTriangles[lod] < drawn);
  if (wanted.length === 0) return [];
  site.levels.clear();
  const asked = wanted.map((lod) => ({ lod, triangles: lodTriangles[lod], texture: texture[lod] }));
  for await (const { lod, bytes } of makeLevels(io, source, asked))
    site.levels.set(`/levels/${lod}.glb`, bytes);
  const support = names.map((name) => ({ relativePath: name, url: toUrl(id, name) }));
  const candidates = [
    { format, relativePath: main, url: toUrl(id, main), support },
    wanted.map((lod) => ({ format: 'glb', relativePath: 'a.glb', url: `/levels/${lod}.glb`, support: [] })),
  ];
  const looks = Looks.parse(await page.evaluate(`compareLooks(...${JSON.stringify(candidates)})`));
  return looks.map(({ likeness, picture }, at) => {
    const lod = wanted[at] ?? '1k';
    const file = path.join(folder, `${id}.${lod}.png`);
    writeFileSync(file, Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64'));
    return { id, lod, likeness, file };
  });
}

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.waitForFunction('window.compareLooks !== undefined');
  return page;
}

async function compareAll(browser: Browser, site: Site, named: readonly string[]): Promise<Look[]> {
  const looks: Look[] = [];
  let page: Page | null = null;
  for (const { id, main, format, malformed } of readSharedModels()) {
    const isWanted = named.length === 0 || named.includes(id);
    const isSound = !malformed && !id.startsWith('bad-');
    if (!isWanted || !isSound || statSync(path.join(sharedModelsFolder, id, main)).size === 0) continue;
    page ??= await openPage(browser, site.url);
    const found = await compare(page, site, id, main, format).catch((error: unknown) => {
      console.log(`${id}: not compared (${error instanceof Error ? error.message.split('\n')[0] : error})`);
      return null;
    });
    if (found === null) {
      // It may hold on to memory, or hang.
      await page.close();
      page = null;
      continue;
    }
    for (const { lod, likeness } of found) console.log(`${id} ${lod}: ${likeness.toFixed(3)}`);
    looks.push(...found);
  }
  return looks;
}

function tell(looks: readonly Look[]): void {
  for (const lod of lods) {
    const values = looks
      .flatMap((look) => (look.lod === lod ? [look.likeness] : []))
      .toSorted((a, b) => a - b);
    if (values.length === 0) continue;
    const median = values[Math.floor(values.length / 2)] ?? 0;
    const share = values.filter((value) => value >= goals[lod]).length / values.length;
    const told = `${lod}: ${values.length} levels, median SSIM ${median.toFixed(3)}, goal ${goals[lod]}`;
    console.log(`${told}, reached by ${Math.round(share * 100)} %`);
  }
  const ranked = looks.toSorted((a, b) => a.likeness - b.likeness);
  for (const { file } of ranked.slice(worst)) rmSync(file);
  console.log(
    `The worst:\n${ranked
      .slice(0, worst)
      .map(({ file, likeness }) => `${likeness.toFixed(3)} ${file}`)
      .join('\n')}`,
  );
}

const chromium = findChromium();
if (chromium === null) throw new Error('Chromium is needed, to draw.');
const site = await startSite();
const browser = await openBrowser(chromium);
try {
  tell(await compareAll(browser, site, process.argv.slice(2)));
} finally {
  await browser.close();
  site.close();
}
