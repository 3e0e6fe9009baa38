import { randomBytes } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { buildBlenderExtension } from '../../../.ci/build-extension.ts';
import { nobody, startScriptedAssets, writeNote } from '../desktop-assets.ts';
import type { Overlay } from '../overlay-server.ts';
import { startBreakingHost } from './breaking-host.ts';
import {
  answerFeed,
  download,
  findUpdate,
  installOld,
  listFiles,
  makeFolder,
  type Scene,
  sha256,
  signIn,
  variantOf,
} from './parts.ts';
import { runPure } from './run-python.ts';

type Check = (scene: Scene) => Promise<boolean>;

const direct = /^\/api\/plugin\/download\/direct$/;
const own = ({ addon }: Scene) => (addon === undefined ? {} : { addon });
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const { folder, remove } = makeFolder();
  return work(folder).finally(remove);
}

const downloads: Check = (scene) =>
  inFolder(async (root) => {
    await download(scene, { root });
    const sent = scene.stage.overlay.seen.find((one) => direct.test(one.path));
    const isUnchanged = sent?.body.includes('"relativePath": "10k/chair.fbx"') ?? false;
    return isUnchanged && listFiles(root).filter((file) => !file.endsWith('.part')).length === 3;
  });

const refusesTampering: Check = (scene) =>
  inFolder(async (root) => {
    scene.stage.fault.set('corrupt');
    const { code } = await download(scene, { root });
    return code === 'CORRUPT_FILE' && listFiles(root).length === 0;
  });

const resumes: Check = (scene) =>
  inFolder(async (root) => {
    const bytes = randomBytes(300_000);
    const host = await startBreakingHost(bytes);
    const file = { downloadUrl: host.url, sizeBytes: bytes.length, sha256: sha256(bytes) };
    scene.stage.overlay.answer(direct, () => ({
      body: JSON.stringify({ ok: true, relativePath: '1k/big.fbx', supportFiles: [], ...file }),
    }));
    await download(scene, { root, variant: variantOf(scene.guid) });
    host.close();
    return host.asked.length === 2 && (host.asked[1]?.startsWith('bytes=') ?? false);
  });

const staysInside: Check = (scene) =>
  inFolder(async (root) => {
    mkdirSync(path.join(root, 'inside'));
    symlinkSync(root, path.join(root, 'inside/1k'));
    const wish = { do: 'paths', root: path.join(root, 'inside'), paths: ['1k/a.fbx', '2k/../../b', 'NUL'] };
    const { answer } = await runPure(wish, () => {}, own(scene));
    return Array.isArray(answer) && answer.every((one) => typeof one === 'object');
  });

const refusesTwins: Check = async (scene) => {
  const { failed } = await runPure({ do: 'twins', paths: ['1k/A.png', '1k/a.png'] }, () => {}, own(scene));
  return failed === 'UnsafePath';
};

const { bytes } = buildBlenderExtension();

const findsNewer: Check = async ({ stage, addon }) => {
  answerFeed(stage, bytes, { version: '0.10.0' });
  const { answer } = await findUpdate(stage, undefined, addon);
  return Object(answer).version === '0.10.0';
};

const refusesStrangers: Check = async ({ stage, addon }) => {
  const file = { name: 'a.zip', url: 'http://evil.example.org/a.zip', sha256: 'a'.repeat(64) };
  answerFeed(stage, bytes, { files: [file] });
  return (await findUpdate(stage, undefined, addon)).answer === null;
};

const verifiesUpdates: Check = ({ stage, addon }) =>
  inFolder(async (folder) => {
    installOld(folder);
    answerFeed(stage, bytes);
    const other = Buffer.from(bytes);
    other.write('X', bytes.indexOf('# SPDX'));
    stage.overlay.answer(/lodestock\.zip$/, () => ({ body: new Uint8Array(other) }));
    return (await findUpdate(stage, folder, addon)).failed === 'ValueError';
  });

const keepsThePrevious: Check = ({ stage, addon }) =>
  inFolder(async (folder) => {
    const installed = path.join(folder, 'lodestock');
    mkdirSync(installed);
    installOld(installed);
    answerFeed(stage, bytes);
    await findUpdate(stage, installed, addon);
    return listFiles(`${installed}.previous`).join() === '__init__.py';
  });

/** A computer whose app offers the next version, and the add-on on it. */
const withApp = (
  { addon }: Scene,
  work: (
    app: Overlay,
    noteFile: string,
    run: (wish: object) => ReturnType<typeof runPure>,
  ) => Promise<boolean>,
) =>
  inFolder(async (config) => {
    const noteFile = path.join(config, 'Lodestock/dcc.json');
    const app = await startScriptedAssets(noteFile);
    answerFeed({ overlay: app }, bytes);
    const options = { env: { XDG_CONFIG_HOME: config }, ...(addon !== undefined && { addon }) };
    return work(app, noteFile, (wish) => runPure({ current: '0.9.0', ...wish }, () => {}, options));
  });

const asksTheServerFirst: Check = (scene) =>
  withApp(scene, async (app, _noteFile, run) => {
    scene.stage.overlay.answer(/update-feed/, () => ({ status: 404, body: '{}' }));
    await run({ do: 'update', server: scene.stage.address });
    return app.seen.length === 0;
  });

const staysHere: Check = (scene) =>
  withApp(scene, async (app, noteFile, run) => {
    writeNote(noteFile, { version: 1, assets: app.baseUrl.replace('127.0.0.1', 'localhost') });
    await run({ do: 'update', server: nobody });
    return app.seen.length === 0;
  });

const obeysPins: Check = (scene) =>
  withApp(scene, async (_app, _noteFile, run) => {
    const { answer } = await run({ do: 'update', server: nobody });
    answerFeed(scene.stage, bytes, { version: '0.9.0' });
    const wish = { do: 'install', server: scene.stage.address, update: answer };
    return inFolder(async (root) => {
      const folder = path.join(root, 'lodestock');
      installOld(folder);
      const { failed } = await run({ ...wish, folder });
      return failed === 'ValueError' && listFiles(folder).join() === '__init__.py';
    });
  });

const approves: Check = async ({ stage, addon }) =>
  Object((await signIn(stage, 'approve', addon)).answer).status === 'approved';

const hearsNo: Check = async ({ stage, addon }) => (await signIn(stage, 'deny', addon)).answer === 'denied';

const showsItsSecret: Check = (scene) =>
  inFolder(async (folder) => {
    const shown: (string | undefined)[] = [];
    const app = createServer((request, response) => {
      shown.push(request.headers.authorization);
      response.end('{"ok":true,"jobs":[]}');
    });
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    const address = app.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    writeFileSync(path.join(folder, 'dcc.json'), JSON.stringify({ version: 1, port, secret: 'hush' }));
    await runPure({ do: 'handover', folder }, () => {}, own(scene));
    app.close();
    return shown.length === 2 && shown.every((one) => one === 'Bearer hush');
  });

/** What the add-on promises, each as a question that is answered by running it. */
export const checks = {
  downloads,
  refusesTampering,
  resumes,
  staysInside,
  refusesTwins,
  findsNewer,
  refusesStrangers,
  verifiesUpdates,
  keepsThePrevious,
  asksTheServerFirst,
  staysHere,
  obeysPins,
  approves,
  hearsNo,
  showsItsSecret,
};
