import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildBlenderExtension } from '../../../.ci/build-extension.ts';
import { requireProgram } from '../external.ts';
import { type Judge, runProgram } from '../judge.ts';
import { openFreeFile } from '../people.ts';
import { guids, withServer } from '../server-on-trial.ts';

/** Imports OBJ files by whichever operator this Blender has, and says how many triangles are there then. */
const script = `
import bpy, sys
bpy.ops.wm.read_factory_settings(use_empty=True)
importer = bpy.ops.wm.obj_import if hasattr(bpy.ops.wm, "obj_import") else bpy.ops.import_scene.obj
importer(filepath=sys.argv[-1])
print("TRIANGLES", sum(len(one.data.polygons) for one in bpy.data.objects if one.type == "MESH"))
`;

/** Blender itself: whether it takes our extension, and reads what the server serves. */
export const blender: Judge = {
  name: 'Blender',
  async run() {
    const absent = requireProgram('blender');
    if (absent) return absent;
    const { text: about } = await runProgram('blender', ['--version']);
    const [, major = '0', minor = '0'] = /Blender (\d+)\.(\d+)/.exec(about) ?? [];
    const hasExtensions = Number(major) * 100 + Number(minor) >= 402;
    const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-judge-'));
    const findings: string[] = [];
    try {
      if (hasExtensions) {
        const { name } = buildBlenderExtension(folder);
        const args = [
          '-b',
          '--factory-startup',
          '--command',
          'extension',
          'validate',
          path.join(folder, name),
        ];
        const { code, text } = await runProgram('blender', args);
        if (code !== 0 || text.includes('FATAL_ERROR')) findings.push(`extension validate: ${text.trim()}`);
      }
      await withServer(async ({ baseUrl }) => {
        for (const guid of guids) {
          const { url, triangles } = await openFreeFile(baseUrl, guid);
          const file = path.join(folder, `${guid}.obj`);
          writeFileSync(file, Buffer.from(await (await fetch(url)).arrayBuffer()));
          const args = ['-b', '--factory-startup', '--python-exit-code', '3', '--python-expr', script];
          const { text } = await runProgram('blender', [...args, '--', file]);
          const found = /TRIANGLES (\d+)/.exec(text)?.[1];
          if (found !== String(triangles))
            findings.push(`${guid}: ${found ?? 'no'} of ${triangles} triangles`);
        }
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    const validated = hasExtensions ? 'the extension validated' : 'too old for extensions';
    return { figures: `${major}.${minor}, ${validated}, ${guids.length} models imported`, findings };
  },
};
