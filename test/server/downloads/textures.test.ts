import { expect, test } from 'vitest';
import { png } from '../../helpers/ordinary-folders.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { sampleFbxAscii, sampleObj } from '../../helpers/sample-files.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const files = {
  'chair/product.json': JSON.stringify({ guid: 'chair' }),
  'chair/1k/chair.fbx': sampleFbxAscii({ polygons: [[0, 1, 2]] }),
  'chair/1k/chair.obj': sampleObj({ triangles: 3, material: 'chair.mtl' }),
  'chair/1k/chair.mtl': 'newmtl Oak\nmap_Kd textures/one.png\nmap_Bump textures/chair_normal.png\n',
  'chair/1k/textures/one.png': png,
  'chair/1k/textures/chair_normal.png': png,
  'chair/1k/textures/chair_roughness.png': png,
};
const named = [
  { map: 'normal', colorSpace: 'linear', material: 'chair', relativePath: '1k/textures/chair_normal.png' },
  {
    map: 'roughness',
    colorSpace: 'linear',
    material: 'chair',
    relativePath: '1k/textures/chair_roughness.png',
  },
];
const bound = [
  { map: 'baseColor', colorSpace: 'srgb', material: 'Oak', relativePath: '1k/textures/one.png' },
  { map: 'normal', colorSpace: 'linear', material: 'Oak', relativePath: '1k/textures/chair_normal.png' },
  {
    map: 'roughness',
    colorSpace: 'linear',
    material: 'Oak',
    relativePath: '1k/textures/chair_roughness.png',
  },
];

const server = await startTestServer({ files: files });

test('tells what pictures are, as the scene says, else as their names do', async () => {
  const { token } = await registerPerson(server);
  const { appToken } = await signInPlugin(server);

  const agent = await server.call('agentFormats', { guid: 'chair' }, { token });
  const plugin = await server.call('pluginFormats', { guid: 'chair' }, { token: appToken });
  const direct = await server.call('agentDirect', { guid: 'chair', format: 'obj' }, { token });
  const imported = await server.call('pluginDirect', { guid: 'chair', format: 'fbx' }, { token: appToken });

  for (const found of [agent.body.topologies[0]?.files, plugin.body.variants]) {
    const scenes = (found ?? []).filter(({ format }) => format === 'fbx' || format === 'obj');
    expect(Object.fromEntries(scenes.map(({ format, textures }) => [format, textures]))).toEqual({
      fbx: named,
      obj: bound,
    });
  }
  expect(direct.body.textures).toEqual(bound);
  expect(imported.body.textures).toEqual(named);
});
