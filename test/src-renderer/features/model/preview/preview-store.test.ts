import { expect, test } from 'vitest';
import { AppError } from '../../../../../server/contract/errors.ts';
import { createPreviewStore } from '../../../../../src-renderer/features/model/preview/preview-store.ts';
import type { ViewSource } from '../../../../../src-renderer/features/model/store/view-source.ts';
import type {
  ShownModel,
  ShowOptions,
  Viewer,
  ViewerOptions,
} from '../../../../../src-renderer/viewer/viewer.ts';
import { settle } from '../../../site/memory-site.ts';

const toSource = (lod: ViewSource['lod']): ViewSource => ({
  ...{ lod, format: 'glb', relativePath: `${lod}/a.glb`, address: `/${lod}`, siblings: [], sizeBytes: 1 },
});
const shownModel: ShownModel = {
  ...{ triangles: 12, vertices: 8, clips: ['Walk', 'Run'], materials: ['red'], parts: [], size: [1, 1, 1] },
  surfaces: ['materials', 'clay', 'normalMap'],
  isMetric: true,
  canExplode: true,
};

/** A store whose viewers the test opens, lets fail, and looks at; it has no page, so the host is never touched. */
function createStage() {
  const asked: (ViewerOptions & PromiseWithResolvers<Viewer>)[] = [];
  const changes: (ShowOptions & PromiseWithResolvers<ShownModel>)[] = [];
  const done: string[] = [];
  const store = createPreviewStore({
    loadViewer: async () => (options) => {
      const opening = Promise.withResolvers<Viewer>();
      asked.push({ ...options, ...opening });
      return opening.promise;
    },
    loadKit: async () => ({ prepareView: () => void done.push('prepared') }),
    isStill: () => true,
  });
  const viewer = (name: string): Viewer => ({
    shown: shownModel,
    show: (options) => {
      const changing = Promise.withResolvers<ShownModel>();
      changes.push({ ...options, ...changing });
      return changing.promise;
    },
    showBeside: (options) => {
      const changing = Promise.withResolvers<ShownModel>();
      changes.push({ ...options, ...changing });
      return changing.promise;
    },
    showAlone: () => void done.push(`${name} alone`),
    perform: ({ kind }) => void done.push(`${name} ${kind}`),
    setLook: ({ surface, isWireframe }) => void done.push(`${name} ${surface} ${isWireframe}`),
    takePicture: async () => new Blob(),
    readSide: () => ({ azimuth: 35, elevation: 20 }),
    readPlace: () => '1,2,3,0,0,0',
    chooseClip: (index) => void done.push(`${name} clip ${index}`),
    setPlaying: (isOn) => void done.push(`${name} playing ${isOn}`),
    close: () => void done.push(`${name} closed`),
  });
  const open = async () => {
    store.getState().open(toSource('1k'), Object.create(null));
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
  return { store, done, changes, viewer, open, show };
}

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

test('is prepared once, and not for a view that is open', async () => {
  const near = createStage();
  await Promise.all([near.store.getState().prepare(), near.store.getState().prepare()]);
  const opened = createStage();
  const preparing = opened.store.getState().prepare();
  opened.store.getState().open(toSource('1k'), Object.create(null));
  await preparing;

  expect([near.done, opened.done]).toEqual([['prepared'], []]);
});

test('shows another topology when it has come', async () => {
  const { store, show, changes, done } = createStage();
  await show('a');
  store.getState().setLook({ surface: 'normalMap' });

  store.getState().change(toSource('100k'));
  const meanwhile = store.getState();
  changes[0]?.resolve({ ...shownModel, triangles: 90_000, surfaces: ['materials'] });
  await settle();

  expect([meanwhile.lod, meanwhile.next, meanwhile.status]).toEqual(['1k', '100k', 'shown']);
  expect(store.getState()).toMatchObject({ lod: '100k', next: null, shown: { triangles: 90_000 } });
  expect(done.at(-1)).toBe('a materials false');
});

test('keeps what is shown when another topology fails', async () => {
  const { store, show, changes } = createStage();
  await show('a');

  store.getState().change(toSource('10k'));
  changes[0]?.reject(new AppError('TOO_LARGE', 'It is too large.'));
  await settle();

  expect(store.getState()).toMatchObject({ status: 'shown', lod: '1k', next: null });
  expect(store.getState().error?.message).toBe('It is too large.');
});

test('forgets a topology that another one overtakes', async () => {
  const { store, show, changes } = createStage();
  await show('a');

  store.getState().change(toSource('10k'));
  store.getState().change(toSource('100k'));
  changes[1]?.resolve({ ...shownModel, triangles: 90_000 });
  await settle();
  changes[0]?.reject(changes[0].signal.reason);
  await settle();

  expect(changes[0]?.signal.aborted).toBe(true);
  expect(store.getState()).toMatchObject({ lod: '100k', next: null, error: null });
});

test('shows topologies beside each other, in their order', async () => {
  const { store, show, changes, done } = createStage();
  await show('a');
  store.getState().change(toSource('10k'));
  changes[0]?.resolve({ ...shownModel, triangles: 9000 });
  await settle();

  store.getState().compare((['1k', '10k', '100k'] as const).map(toSource));
  const first = store.getState();
  for (const [change, triangles] of [
    [1, 12],
    [2, 90_000],
  ] as const) {
    changes[change]?.resolve({ ...shownModel, triangles });
    await settle();
  }
  const all = store.getState();
  store.getState().compare([]);

  expect([first.isComparing, first.compared]).toEqual([true, [{ lod: '10k', triangles: 9000 }]]);
  expect(changes.slice(1).map(({ source }) => source.address)).toEqual(['/1k', '/100k']);
  expect(all.isComparing).toBe(false);
  expect(all.compared).toEqual([
    { lod: '1k', triangles: 12 },
    { lod: '10k', triangles: 9000 },
    { lod: '100k', triangles: 90_000 },
  ]);
  expect([store.getState().compared, done.at(-1)]).toEqual([[], 'a alone']);
});

test('compares what has come when a topology fails, and ends with another choice', async () => {
  const { store, show, changes } = createStage();
  await show('a');

  store.getState().compare((['1k', '10k', '100k'] as const).map(toSource));
  changes[0]?.resolve(shownModel);
  await settle();
  changes[1]?.reject(new AppError('TOO_LARGE', 'It is too large.'));
  await settle();
  const failed = store.getState();
  store.getState().change(toSource('100k'));

  expect(failed).toMatchObject({ isComparing: false, error: { message: 'It is too large.' } });
  expect(failed.compared.map(({ lod }) => lod)).toEqual(['1k', '10k']);
  expect(store.getState()).toMatchObject({ compared: [], next: '100k', error: null });
});
