import { expect, onTestFinished, test } from 'vitest';
import { createHolds } from '../../../../src-main/downloads/queue/hold.ts';
import type { DownloadHold } from '../../../../src-main/platform/ipc/contract.ts';

/** Monday evening, local time. */
const monday = new Date('2026-01-05T18:00:00').getTime();

/** A computer whose network, power and clock the test decides. */
function openHolds(given: { usesNetwork?: boolean; hasWork?: boolean; isMetered?: boolean | null } = {}) {
  const { usesNetwork = true, hasWork = true, isMetered = null } = given;
  const state = { isOnline: true, isMetered, asked: 0, now: monday };
  const settings = {
    downloadHours: null as null | { from: string; to: string; days: number[] },
    pauseOnMetered: true,
  };
  const told: (DownloadHold['reason'] | null)[] = [];
  let [sleep, wake] = [() => {}, () => {}];
  const holds = createHolds({
    computer: {
      isOnline: () => state.isOnline,
      isMetered: async () => {
        state.asked += 1;
        return state.isMetered;
      },
      onSleep: (listener) => {
        sleep = listener;
      },
      onWake: (listener) => {
        wake = listener;
      },
    },
    settings: () => settings,
    ...{ usesNetwork: () => usesNetwork, hasWork: () => hasWork, now: () => state.now },
    onChange: (hold) => void told.push(hold?.reason ?? null),
  });
  holds.start();
  onTestFinished(holds.stop);
  return { ...holds, state, settings, told, sleep: () => sleep(), wake: () => wake() };
}

test('holds downloads up while there is no network', () => {
  const { look, state, told } = openHolds();

  state.isOnline = false;
  look();
  look();
  state.isOnline = true;
  look();

  expect(told).toEqual(['offline', null]);
});

test('needs no network for a server on this computer', () => {
  const { look, read, state } = openHolds({ usesNetwork: false, isMetered: true });

  state.isOnline = false;
  look();

  expect(read()).toBeNull();
  expect(state.asked).toBe(0);
});

test('holds them up while the computer sleeps', () => {
  const { sleep, wake, told } = openHolds();

  sleep();
  wake();

  expect(told).toEqual(['asleep', null]);
});

test('waits for the hours of the settings, and says until when', () => {
  const { look, read, settings, state } = openHolds();
  settings.downloadHours = { from: '19:00', to: '07:00', days: [1] };

  look();
  const before = read();
  state.now += 60 * 60 * 1000;
  look();

  expect(before).toEqual({ reason: 'hours', until: new Date(monday + 60 * 60 * 1000).toISOString() });
  expect(read()).toBeNull();
});

test('waits in a metered network', async () => {
  const { read, look, settings } = openHolds({ isMetered: true });

  await expect.poll(read).toEqual({ reason: 'metered', until: null });
  settings.pauseOnMetered = false;
  look();

  expect(read()).toBeNull();
});

test.each([
  ['the system does not tell', { isMetered: null }, 1],
  ['there is nothing to download', { isMetered: true, hasWork: false }, 0],
])('does not wait where %s', async (_, given, asked) => {
  const { read, state } = openHolds(given);

  await new Promise((resolve) => setImmediate(resolve));

  expect(read()).toBeNull();
  expect(state.asked).toBe(asked);
});

test('asks the system at most once a minute, and anew after a sleep', () => {
  const { look, state, sleep, wake } = openHolds();

  for (let second = 0; second < 130; second += 5) {
    state.now += 5000;
    look();
  }
  const asked = state.asked;
  sleep();
  wake();

  expect([asked, state.asked]).toEqual([3, 4]);
});

test('downloads anyway, until the next time there is a reason', () => {
  const { look, read, startAnyway, settings, state } = openHolds();
  settings.downloadHours = { from: '19:00', to: '20:00', days: [1, 2] };
  const hour = 60 * 60 * 1000;
  look();

  startAnyway();
  const seen = [read()];
  for (const hours of [1.5, 3]) {
    state.now = monday + hours * hour;
    look();
    seen.push(read());
  }

  expect(seen).toEqual([null, null, { reason: 'hours', until: new Date(monday + 25 * hour).toISOString() }]);
});

test('cannot download anyway without a network', () => {
  const { look, read, startAnyway, state } = openHolds();
  state.isOnline = false;
  look();

  startAnyway();

  expect(read()?.reason).toBe('offline');
});
