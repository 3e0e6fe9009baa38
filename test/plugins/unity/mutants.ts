import { meetScript, meetTampering, meetTraversal, meetWebp, type Walk, walk } from './mutant-walks.ts';

const importScene = 'AssetDatabase.ImportAsset(folder + "/" + scene.Relative);';
type Mutant = readonly [what: string, from: string, to: string, along: Walk, reason: string];

/** Versions of the plugin with one mistake each, the walk that meets it, and what is said then. */
export const mutants: readonly Mutant[] = [
  [
    'an absolute asset path',
    importScene,
    importScene.replace('folder +', 'root +'),
    walk,
    'wants a path of the project',
  ],
  [
    'a progress bar that stays',
    'IsBusy = false;\n                EditorUtility.ClearProgressBar();',
    'IsBusy = false;',
    walk,
    'progress bar was never cleared',
  ],
  [
    'a layout group without end',
    'EditorGUILayout.EndVertical();\n                EditorGUILayout.EndHorizontal();',
    'EditorGUILayout.EndVertical();',
    walk,
    'Begin and End do not match',
  ],
  [
    'a wrong header',
    'AuthenticationHeaderValue("Bearer"',
    'AuthenticationHeaderValue("Basic"',
    walk,
    'undefined to deeply equal',
  ],
  [
    'work off the main thread',
    'var changed = await Task.Run(() =>',
    'await Task.Run(() => EditorUtility.ClearProgressBar());\n            var changed = await Task.Run(() =>',
    walk,
    'can only be called from the main thread',
  ],
  [
    'a batch without end',
    'AssetDatabase.StopAssetEditing();',
    '{ }',
    walk,
    'StartAssetEditing has no StopAssetEditing',
  ],
  [
    'a request that lost its null',
    '.Object("body").Raw',
    '.Object("body").Raw.Replace("null", "\\"\\"")',
    walk,
    "to be 'Oak chair, 1k fbx",
  ],
  [
    'a method that does not exist',
    'PrefabUtility.InstantiatePrefab',
    'PrefabUtility.Instantiate',
    walk,
    'compiler',
  ],
  ['a language too new', 'if (root == null) root =', 'root ??=', walk, 'The compiler says'],
  [
    'a check of hashes left out',
    'if (hash != one.Sha256)',
    'if (hash == "")',
    meetTampering,
    'to deeply equal []',
  ],
  [
    'a check of paths left out',
    'if (!isSafe) throw',
    'if (!isSafe && relative == "") throw',
    meetTraversal,
    'to deeply equal []',
  ],
  [
    'a check of kinds left out',
    'if (!(kinds ?? SupportKinds).Contains(KindOf(relative)))',
    'if (relative == "")',
    meetScript,
    'to deeply equal []',
  ],
  [
    'an asset that loses its GUID',
    'if (!isChanged) return;',
    'File.Delete(target + ".meta");',
    walk,
    "to be 'guid: ",
  ],
  [
    'textures after their model',
    'arrivals.Where(one => !one.IsScene)) AssetDatabase',
    'arrivals.Where(one => one.IsScene)) AssetDatabase',
    walk,
    'to deeply equal []',
  ],
  [
    'a switch that cannot be undone',
    'Undo.RegisterCreatedObjectUndo(next, "Switch topology");',
    '',
    walk,
    'has no undo step',
  ],
  [
    'a switch that moves the copy',
    'next.transform.localPosition = old.transform.localPosition;',
    '',
    walk,
    'to match object',
  ],
  [
    'a changed material that does not last',
    'foreach (var target in changed) PrefabUtility.RecordPrefabInstancePropertyModifications(target);',
    '',
    walk,
    'was not recorded',
  ],
  [
    'a token in plain text',
    'SessionState.SetString(KeyOf(server), token);',
    'EditorPrefs.SetString(KeyOf(server), token);',
    walk,
    'not to contain',
  ],
  [
    'posters in a format that Unity cannot read',
    'Accept.ParseAdd("image/png, image/jpeg")',
    'Accept.ParseAdd("*/*")',
    walk,
    'to deeply equal [ ',
  ],
  [
    'a picture that nobody looks at',
    '!CanRead(bytes)',
    'bytes.Length == 0',
    meetWebp,
    'LoadImage reads PNG and JPEG',
  ],
  [
    'posters that leak',
    'Selection.selectionChanged -= Repaint;\n            posters.Clear();',
    'Selection.selectionChanged -= Repaint;',
    walk,
    'textures were never destroyed',
  ],
  [
    'a client that outlives the scripts',
    'Web.Close();\n            EditorUtility',
    'EditorUtility',
    walk,
    'HttpClient outlives',
  ],
];

/** Ways on which the plugin itself must meet no fault. */
export const walks: readonly Walk[] = [walk, meetTampering, meetTraversal, meetScript, meetWebp];
