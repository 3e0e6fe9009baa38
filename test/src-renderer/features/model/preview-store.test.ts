import { expect, test } from 'vitest';
import { AppError } from '../../../../server/contract/errors.ts';
import { createPreviewStore } from '../../../../src-renderer/features/model/preview-store.ts';
import type { Viewer, ViewerOptions } from '../../../../src-renderer/viewer/viewer.ts';
import { settle } from '../../site/memory-site.ts';

/** A store whose viewers the test opens, lets fail, and looks at; it has no page, so the host is never touched. */
function createStage() {
  const asked: (ViewerOptions & PromiseWithResolvers<Viewer>)[] = [];
  const done: string[] = [];
  const store = createPreviewStore({
    loadViewer: async () => (options) => {
      const opening = Promise.withResolvers<Viewer>();
      asked.push({ ...options, ...opening });
      return opening.promise;
    },
    isStill: () => true,
  });
  const viewer = (name: string): Viewer => ({
    triangles: 12,
    clips: ['Walk', 'Run'],
    perform: ({ kind }) => void done.push(`${name} ${kind}`),
    setWireframe: (isOn) => void done.push(`${name} wireframe ${isOn}`),
    setClay: (isOn) => void done.push(`${name} clay ${isOn}`),
    chooseClip: (index) => void done.push(`${name} clip ${index}`),
    setPlaying: (isOn) => void done.push(`${name} playing ${isOn}`),
    close: () => void done.push(`${name} closed`),
  });
  const open = async () => {
    store.getState().open('/glb', Object.create(null));
    await settle();
    const last = asked.at(-1);
    if (!last) throw new Error('no viewer was asked for');
    return last;
  };
  const show = async (name: string) => {
    const opening = await open();
    opening.resolve(viewer(name));
    await settle();
    return opening;
  };
  return { store, done, viewer, open, show };
}

test('shows what the viewer has opened', async () => {
  const { store, open, viewer } = createStage();
  const opening = await open();
  opening.onProgress({ received: 5, total: 10 });
  const loading = store.getState();

  opening.resolve(viewer('a'));
  await settle();

  expect(loading).toMatchObject({ status: 'loading', progress: { received: 5, total: 10 } });
  expect(store.getState()).toMatchObject({ status: 'shown', triangles: 12, clips: ['Walk', 'Run'], clip: 0 });
  expect([opening.address, opening.isStill]).toEqual(['/glb', true]);
});

test('switches on and off what is drawn', async () => {
  const { store, show, done } = createStage();
  await show('a');

  store.getState().toggleWireframe();
  store.getState().toggleClay();
  store.getState().toggleWireframe();
  store.getState().togglePlaying();
  store.getState().chooseClip(1);

  expect(done).toEqual([
    'a wireframe true',
    'a clay true',
    'a wireframe false',
    'a playing true',
    'a clip 1',
  ]);
  expect(store.getState()).toMatchObject({ isWireframe: false, isClay: true, isPlaying: true, clip: 1 });
});

test('closes the viewer with the view', async () => {
  const { store, show, done } = createStage();
  const { signal } = await show('a');
  store.getState().toggleClay();

  store.getState().close();

  expect([store.getState().status, store.getState().isClay, signal.aborted]).toEqual([
    'picture',
    false,
    true,
  ]);
  expect(done.at(-1)).toBe('a closed');
});

test('closes a viewer that comes too late', async () => {
  const { store, open, viewer, done } = createStage();
  const opening = await open();

  store.getState().close();
  opening.onProgress({ received: 5, total: 10 });
  opening.resolve(viewer('late'));
  await settle();

  expect(store.getState()).toMatchObject({ status: 'picture', progress: { received: 0 } });
  expect([opening.signal.aborted, done]).toEqual([true, ['late closed']]);
});

test('keeps silent about a failure that nobody waits for', async () => {
  const { store, open } = createStage();
  const opening = await open();

  store.getState().close();
  opening.reject(new AppError('UNAVAILABLE', 'Nobody answers.'));
  await settle();

  expect(store.getState()).toMatchObject({ status: 'picture', error: null });
});

test('tells why it failed, and tries again', async () => {
  const { store, open, show } = createStage();
  const opening = await open();
  opening.reject(new AppError('CORRUPT_FILE', 'It cannot be read.'));
  await settle();
  const failed = store.getState();

  await show('second');

  expect([failed.status, failed.error?.message]).toEqual(['failed', 'It cannot be read.']);
  expect(store.getState()).toMatchObject({ status: 'shown', error: null });
});

test('tells that the graphics card was lost', async () => {
  const { store, show, done } = createStage();
  const { onLost } = await show('a');

  onLost(new AppError('UNAVAILABLE', 'It is lost.'));
  store.getState().close();

  expect(done).toEqual([]);
  expect(store.getState()).toMatchObject({ status: 'picture', error: null });
});

test('says that the code of the viewer did not come', async () => {
  const store = createPreviewStore({
    loadViewer: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
    isStill: () => false,
  });

  store.getState().open('/glb', Object.create(null));
  await settle();

  const { status, error } = store.getState();
  expect([status, error?.code]).toEqual(['failed', 'UNAVAILABLE']);
  expect(error?.message).toBe(
    'The 3D view could not be loaded. Check your connection, then reload the page.',
  );
});
