import { expect } from 'vitest';
import { unityTest } from './compiled-plugin.ts';
import { prepareUnity } from './prepare-unity.ts';
import { openChair } from './stage.ts';
import { nodeNamed, shows } from './walk.ts';

const { openSignedIn } = prepareUnity();

async function putChair() {
  const unity = await openSignedIn();
  await openChair(unity);
  await unity.press('Import');
  return unity;
}

unityTest('keeps layer, tag, flags and components at a switch', async () => {
  const unity = await putChair();
  await unity.send('scene', 'sort', 'chair');
  await unity.send('scene', 'weigh', 'body');

  await unity.press('Switch to 10k');

  const state = await unity.send('see');
  expect(nodeNamed(state, 'chair')).toMatchObject({ layer: 8, tag: 'Furniture', isActive: false, flags: 4 });
  expect(nodeNamed(state, 'body')?.components).toContain('Rigidbody');
});

unityTest('finds a material again in another slot', async () => {
  const unity = await putChair();
  await unity.send('scene', 'paint', 'chair', 'gold');

  await unity.press('Switch to 100k');
  const fine = nodeNamed(await unity.send('see'), 'body')?.materials;
  await unity.press('Switch to 1k');

  expect(fine).toEqual(['rubber', 'gold']);
  expect(nodeNamed(await unity.send('see'), 'body')?.materials).toEqual(['gold']);
});

unityTest('says which changed materials found no place', async () => {
  const unity = await putChair();
  await unity.press('Switch to 100k');
  await unity.send('scene', 'repaint', 'chair', 'red');

  await unity.press('Switch to 1k');

  expect(await unity.status()).toBe(
    'Oak chair is now 1k: 1 copy. Changed materials that could not be kept: 1.',
  );
});

unityTest('switches the selected copies, or else all', async () => {
  const unity = await putChair();
  await unity.send('scene', 'rename', 'chair', 'left');
  await unity.press('Import');
  await unity.send('scene', 'rename', 'chair', 'right');
  await unity.send('scene', 'select', 'left');

  await unity.press('Switch to 10k');
  const one = await unity.send('see');
  await unity.send('scene', 'add', 'Lamp');
  await unity.send('scene', 'select', 'Lamp');
  await unity.press('Switch to 10k');
  const both = await unity.send('see');

  expect(nodeNamed(one, 'left')?.source).toContain('/10k/');
  expect(nodeNamed(one, 'right')?.source).toContain('/1k/');
  expect(nodeNamed(both, 'right')?.source).toContain('/10k/');
});

unityTest('leaves copies inside prefabs alone', async () => {
  const unity = await putChair();
  await unity.send('scene', 'rename', 'chair', 'inner');
  await unity.send('scene', 'nest', 'inner');
  await unity.press('Import');

  const page = await unity.send('see');
  await unity.press('Switch to 10k');

  const state = await unity.send('see');
  expect(shows(page, 'Copies in the open scenes: 1 (and 1 inside prefabs, which are not changed)')).toBe(
    true,
  );
  expect(nodeNamed(state, 'inner')?.source).toContain('/1k/');
});

unityTest('looks through the scenes only when it must', async () => {
  const unity = await putChair();
  const before = (await unity.send('see')).walks;
  await unity.send('play', 'on');
  for (const name of ['one', 'two', 'three']) await unity.send('scene', 'add', name);
  const played = (await unity.send('see')).walks;

  await unity.send('play', 'off');
  const { walks } = await unity.send('see');

  expect(played).toBe(before);
  expect(walks).toBe(before + 1);
});

unityTest('opens the model of the selected object', async () => {
  const unity = await putChair();
  await unity.send('scene', 'select', 'chair');
  await unity.press('Back');

  const state = await unity.press('Model of the selected object');

  expect(shows(state, 'Switch to 100k')).toBe(true);
});
