import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { objText } from '../helpers/library-folder.ts';
import { until } from '../helpers/test-site.ts';
import { openModel as openInMax, openPanel, signIn as signInMax } from './3dsmax/stage.ts';
import { hasBlender } from './blender/blender-program.ts';
import { runBlender } from './blender/run-blender.ts';
import { startMax, startMaxThread } from './maxscript/max-session.ts';
import { hasMono } from './mono.ts';
import { startPluginStage } from './plugin-stage.ts';
import { compileEditor } from './unity/compiled-plugin.ts';
import { openModel as openInUnity, openWindow, signIn as signInUnity } from './unity/stage.ts';
import { startUnity } from './unity/unity-session.ts';
// The server starts its own process for levels.
import 'node:child_process';

const needsMono = test.skipIf(!hasMono);
const needsBlender = test.skipIf(!hasBlender);
const withoutMono = hasMono ? '' : ' (skipped: mono-mcs and mono-runtime are not installed)';
const withoutBlender = hasBlender ? '' : ' (skipped: Blender is not installed)';
let stage: Awaited<ReturnType<typeof startPluginStage>>;

/** A 10k that somebody made, from which the server makes 1k files as GLB and FBX. */
const ball = { 'Ball/10k/ball.obj': objText(9000, 'ball') };

beforeAll(async () => {
  stage = await startPluginStage(ball, { LODESTOCK_LEVELS: 'auto', LODESTOCK_LEVEL_FORMATS: 'fbx' });
  const isMade = async (format: string) =>
    (await stage.server.call('search', { q: 'ball', format: [format], lod: ['1k'] })).body.total === 1;
  await until(async () => (await isMade('fbx')) && (await isMade('glb')));
});
afterAll(() => stage.close());

function scratch() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-made-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

needsMono(`says in 3ds Max what the server made${withoutMono}`, async () => {
  const thread = await startMaxThread();
  onTestFinished(thread.stop);
  const session = await startMax(thread);
  onTestFinished(session.close);
  await openPanel(session, stage);
  await signInMax(session, stage);

  await openInMax(session, 'ball');
  const made = (await session.see('ddlFile')).items;
  await session.max({ do: 'choose', control: 'ddlTopology', item: '10k' });
  await session.max({ do: 'choose', control: 'ddlFormat', item: 'obj' });
  const original = (await session.see('ddlFile')).items;

  expect(made).toEqual([expect.stringMatching(/^ball\.fbx, \d+ triangles, made from the 10k$/)]);
  expect(original).toEqual(['ball.obj, 9000 triangles']);
});

needsMono(`says in Unity what the server made${withoutMono}`, async () => {
  const editor = compileEditor();
  onTestFinished(editor.remove);
  const unity = startUnity({ editor: editor.editor, library: editor.library, home: scratch() });
  onTestFinished(unity.close);
  await openWindow(unity, stage);
  await signInUnity(unity, stage);

  const files = async () =>
    (await unity.send('see')).shown.find(({ kind, label }) => kind === 'popup' && label === 'File')?.options;
  await openInUnity(unity, 'ball', 'Ball');
  const made = await files();
  await unity.pick('10k');
  await unity.pick('obj');
  const original = await files();

  expect(made).toEqual([expect.stringMatching(/^ball\.\w+, \d+ triangles, \d\.\d MB, made from the 10k$/)]);
  expect(original).toEqual([expect.stringMatching(/^ball\.obj, 9000 triangles, \d\.\d MB$/)]);
});

needsBlender(`says in Blender what the server made${withoutBlender}`, async () => {
  const { listed } = await runBlender({
    wish: { do: 'list', server: stage.address, folder: '', words: 'ball' },
    onLine: async ({ approveUrl }) => {
      if (typeof approveUrl === 'string') await stage.approve(approveUrl);
    },
    home: scratch(),
  });

  expect(listed).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^1k: GLB {2}ball\.glb {2}[\d.]+ \w+, made from the 10k$/),
      expect.stringMatching(/^1k: FBX {2}ball\.fbx {2}[\d.]+ \w+, made from the 10k$/),
      expect.stringMatching(/^10k: OBJ {2}ball\.obj {2}[\d.]+ \w+, 1\.00 USD$/),
    ]),
  );
});
