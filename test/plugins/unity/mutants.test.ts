import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';
import { hasMono } from '../mono.ts';
import { type Editor, plugin, unityTest } from './compiled-plugin.ts';
import { makeHome } from './offered-update.ts';
import { prepareUnity } from './prepare-unity.ts';
import { openChair, openWindow, type Stage, signIn } from './stage.ts';
import { startUnity, type UnitySession } from './unity-session.ts';
import { walkThrough } from './walk.ts';

type Walk = (unity: UnitySession, stage: Stage) => Promise<void>;

const walk: Walk = async (unity, at) => {
  await walkThrough(unity, at);
  await unity.send('unload');
};

/** A server that knows no other format. */
const meetWebp: Walk = async (unity, at) => {
  at.overlay.answer(/\/posters\//, () => ({ type: 'image/webp', body: 'RIFF....WEBPVP8 and more of it' }));
  await openWindow(unity, at);
  await signIn(unity, at);
  await openChair(unity);
  await unity.quiet();
};

/** A compilation of scripts while a server takes its time. */
const meetCompilation: Walk = async (unity, at) => {
  await openWindow(unity, at);
  at.overlay.answer(/api-embeddings/, () => new Promise(() => {}));
  await unity.tap('Search');
  await expect
    .poll(
      async () =>
        (await unity.send('see')) && at.overlay.seen.some(({ path }) => path.includes('api-embeddings')),
    )
    .toBe(true);
  await unity.send('unload');
};

type Mutant = {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  /** Goes by itself, as it changes the stage. */
  readonly along?: Walk;
};

/** Mistakes that only the simulated editor or the compiler notices: what is changed into what, and what they say. */
const mutants: readonly Mutant[] = [
  {
    what: 'an absolute asset path',
    from: 'AssetDatabase.ImportAsset(folder + "/" + scene.Relative);',
    to: 'AssetDatabase.ImportAsset(root + "/" + scene.Relative);',
    reason: 'wants a path of the project',
  },
  {
    what: 'a progress bar that stays',
    from: 'IsBusy = false;\n                EditorUtility.ClearProgressBar();',
    to: 'IsBusy = false;',
    reason: 'progress bar was never cleared',
  },
  {
    what: 'a layout group without end',
    from: 'EditorGUILayout.EndVertical();\n                EditorGUILayout.EndHorizontal();',
    to: 'EditorGUILayout.EndVertical();',
    reason: 'Begin and End do not match',
  },
  {
    what: 'work off the main thread',
    from: 'var changed = await Task.Run(() =>',
    to: 'await Task.Run(() => EditorUtility.ClearProgressBar()); var changed = await Task.Run(() =>',
    reason: 'can only be called from the main thread',
  },
  {
    what: 'a batch without end',
    from: 'AssetDatabase.StopAssetEditing();',
    to: '{ }',
    reason: 'StartAssetEditing has no StopAssetEditing',
  },
  {
    what: 'a language too new',
    from: 'if (root == null) root =',
    to: 'root ??=',
    reason: 'The compiler says',
  },
  {
    what: 'a switch that cannot be undone',
    from: 'Undo.RegisterCreatedObjectUndo(next, "Switch topology");',
    to: '',
    reason: 'has no undo step',
  },
  {
    what: 'a changed material that does not last',
    from: 'foreach (var target in changed) PrefabUtility.RecordPrefabInstancePropertyModifications(target);',
    to: '',
    reason: 'was not recorded',
  },
  {
    what: 'posters that leak',
    from: 'Selection.selectionChanged -= Repaint;\n            posters.Clear();',
    to: 'Selection.selectionChanged -= Repaint;',
    reason: 'textures were never destroyed',
  },
  {
    what: 'an assembly that old projects do not reference',
    from: 'const int MostConnections = 8;',
    to: 'const int MostConnections = 8; internal static System.Net.Http.HttpClient Other = null;',
    reason: 'HttpClient',
  },
  {
    what: 'a request that waits for ever',
    from: 'request.Timeout = PatienceMilliseconds;',
    to: 'request.Timeout = System.Threading.Timeout.Infinite;',
    reason: 'waits for ever',
  },
  {
    what: 'a proxy on the way to this computer',
    from: 'if (request.RequestUri.IsLoopback) request.Proxy = null;',
    to: 'request.Proxy = new WebProxy("http://proxy.studio.lan:3128", true);',
    reason: 'Looking for a proxy',
  },
  {
    what: 'a picture that nobody looks at',
    from: '!CanRead(bytes)',
    to: 'bytes.Length == 0',
    reason: 'LoadImage reads PNG and JPEG',
    along: meetWebp,
  },
  {
    what: 'a connection that outlives the scripts',
    from: 'Web.Close();\n            EditorUtility',
    to: 'EditorUtility',
    reason: 'connection outlives',
    along: meetCompilation,
  },
];

const { stage, editor } = prepareUnity();
const source = readFileSync(plugin, 'utf8');
const atOnce = 3;
let versions: ReturnType<Editor['compileVersions']> = [];
const met: Promise<string>[] = [];

/** Takes a version of the plugin along a walk, and gives what goes wrong. */
async function meet(version: (typeof versions)[number] | undefined, along: Walk) {
  if (version === undefined || version.complaint !== '') return `The compiler says: ${version?.complaint}`;
  const home = makeHome();
  const unity = startUnity({ editor: editor().editor, library: version.library, home });
  try {
    await along(unity, stage());
    return '';
  } catch (error) {
    return String(error);
  } finally {
    unity.kill();
    rmSync(home, { recursive: true, force: true });
  }
}

// The walk leaves the stage as it is, so that several can go at once.
beforeAll(() => {
  if (!hasMono) return;
  versions = editor().compileVersions(mutants.map(({ from, to }) => source.replace(from, () => to)));
  for (const [index, { along }] of mutants.entries())
    if (!along) met.push(Promise.resolve(met[index - atOnce]).then(() => meet(versions[index], walk)));
});
afterAll(() => Promise.all(met));

for (const [index, { what, from, reason, along = walk }] of mutants.entries()) {
  unityTest(`notices ${what}`, async () => {
    const found = await (met[index] ?? meet(versions[index], along));

    expect(source).toContain(from);
    expect(found).toContain(reason);
  });
}
