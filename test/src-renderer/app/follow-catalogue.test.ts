import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followCatalogue } from '../../../src-renderer/app/follow-catalogue.ts';
import { createVisits } from '../../../src-renderer/features/browse/home/visits.ts';
import { createBrowseStore } from '../../../src-renderer/features/browse/store/browse-store.ts';
import { createNewsStore } from '../../../src-renderer/features/browse/store/news-store.ts';
import { emptySelection } from '../../../src-renderer/features/browse/store/selection.ts';
import { makeCatalogue } from '../site/catalogue.ts';
import { createMemorySite, settle } from '../site/memory-site.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Document = Parameters<typeof followCatalogue>[0]['document'];

type Reading = { done: number; total: number } | null;

async function open(count: number, reading: Reading = null, visited: readonly string[] = []) {
  const site = createMemorySite(makeCatalogue(count));
  site.reading = reading;
  const [browse, news] = [createBrowseStore(site.api), createNewsStore()];
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' }) as unknown as {
    visibilityState: Document['visibilityState'];
  } & Document &
    EventTarget;
  browse.getState().select(emptySelection);
  const device = { texts: visited };
  const place = {
    read: () => device.texts,
    write: (texts: readonly string[]) => {
      device.texts = texts;
    },
    onChange: () => undefined,
  };
  const visits = createVisits(place, () => '');
  const { forget } = followCatalogue({ api: site.api, browse, news, visits, document });
  await settle();
  const pass = async (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1000);
    await settle();
  };
  return { site, browse, news, document, pass, forget, device };
}

test('shows models as a first reading finds them', async () => {
  const { site, browse, news, pass } = await open(0, { done: 0, total: 24 });
  const atFirst = news.getState().reading;

  site.records = makeCatalogue(6);
  site.reading = { done: 6, total: 24 };
  await pass(2);
  const inBetween = { reading: news.getState().reading, total: browse.getState().total };
  site.records = makeCatalogue(24);
  site.reading = null;
  await pass(2);

  expect(atFirst).toEqual({ done: 0, total: 24 });
  expect(inBetween).toEqual({ reading: { done: 6, total: 24 }, total: 6 });
  expect(news.getState()).toMatchObject({ reading: null, added: 0 });
  expect(browse.getState().total).toBe(24);
});

test('fills an empty catalogue by itself', async () => {
  const { site, browse, news, pass } = await open(0);

  site.records = makeCatalogue(3);
  await pass(3);

  expect(browse.getState().total).toBe(3);
  expect(news.getState().added).toBe(0);
});

test('announces later models and shows none yet', async () => {
  const { site, browse, news, pass } = await open(70);

  site.records = makeCatalogue(73);
  await pass(10);
  site.records = makeCatalogue(75);
  await pass(10);

  expect(news.getState().added).toBe(5);
  expect(browse.getState().total).toBe(70);
});

test('counts anew once they were shown', async () => {
  const { site, news, pass } = await open(70);
  site.records = makeCatalogue(73);
  await pass(10);

  news.setState({ added: 0 });
  site.records = makeCatalogue(74);
  await pass(10);

  expect(news.getState().added).toBe(1);
});

test('takes in at once what was changed or removed', async () => {
  const { site, browse, news, pass } = await open(70);

  site.records = makeCatalogue(70).slice(1);
  await pass(10);

  expect(browse.getState().total).toBe(69);
  expect(news.getState().added).toBe(0);
});

test('asks nothing while nobody looks, then at once', async () => {
  const { site, document, news, pass } = await open(70);
  document.visibilityState = 'hidden';
  site.requests.length = 0;
  await pass(60);
  const whileHidden = site.requests.length;
  site.records = makeCatalogue(72);

  document.visibilityState = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  await settle();

  expect(whileHidden).toBe(0);
  expect(news.getState().added).toBe(2);
});

test('goes on after a failure', async () => {
  const { site, news, pass } = await open(70);
  site.isBroken = (address) => address.includes('status');
  await pass(10);

  site.isBroken = () => false;
  site.records = makeCatalogue(71);
  await pass(30);

  expect(news.getState().added).toBe(1);
});

test('announces nothing of another server', async () => {
  const { site, browse, news, pass, forget } = await open(70);

  site.records = makeCatalogue(500);
  browse.getState().refresh();
  forget();
  await settle();
  await pass(10);

  expect(news.getState().added).toBe(0);
});

const tuesday = JSON.stringify({ server: '', last: { at: '2026-01-06T10:00:00Z', total: 60 }, before: null });

test('tells what came since the last visit, until it was seen', async () => {
  const { site, news, pass, device } = await open(70, null, [tuesday]);
  const atFirst = news.getState().since;
  site.records = makeCatalogue(73);
  await pass(10);
  const later = news.getState().since;
  const again = await open(73, null, device.texts);
  const afterReload = again.news.getState().since;

  again.news.setState({ added: 0, since: null });
  await again.pass(10);
  const seen = await open(73, null, again.device.texts);

  const at = '2026-01-06T10:00:00Z';
  expect([atFirst, later, afterReload]).toEqual([10, 13, 13].map((count) => ({ at, count })));
  expect([again.news.getState().since, seen.news.getState().since]).toEqual([null, null]);
});

test('tells nothing on a first visit, nor where models went', async () => {
  const first = await open(70);
  const fewer = await open(50, null, [tuesday]);
  const broken = await open(70, null, ['{', '{"server":"","last":{"at":"?","total":1}}']);

  expect([first, fewer, broken].map(({ news }) => news.getState().since)).toEqual([null, null, null]);
});
