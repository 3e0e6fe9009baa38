import { expect, onTestFinished, test } from 'vitest';
import { objText, simpleModel } from '../../helpers/library-folder.ts';
import { startToyStore } from '../../helpers/toy-store.ts';
import { startLevelServer } from './level-server.ts';

test('makes levels from objects and what they need', async () => {
  const png = simpleModel('x')['x/1k/textures/wood.png'] ?? '';
  const store = await startToyStore({
    'ball/product.json': JSON.stringify({ guid: 'ball', priceUsd: 0 }),
    'ball/10k/ball.obj': objText(3000, 'ball', 'ball.mtl'),
    'ball/10k/ball.mtl': 'newmtl wood\nmap_Kd textures/wood.png\n',
    'ball/10k/textures/wood.png': png,
  });
  onTestFinished(async () => void (await store.close()));
  const ball = await startLevelServer('', { environment: store.environment() });

  await ball.settled();
  const made = (await ball.scenes('ball')).filter(({ derived }) => derived !== undefined);
  const lods = made.map(({ lod }) => lod);
  const { downloadUrl, sizeBytes } = (await ball.direct({ guid: 'ball', relativePath: '1k/ball.glb' })).body;

  expect([ball.problems(), lods]).toEqual([[], ['1k', '10k']]);
  expect((await (await fetch(downloadUrl)).arrayBuffer()).byteLength).toBe(sizeBytes);
  expect((await ball.download('ball', '10k/ball.obj')).includes(Buffer.from(png).toString('latin1'))).toBe(
    true,
  );
});
