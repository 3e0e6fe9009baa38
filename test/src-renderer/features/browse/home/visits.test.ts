import { expect, test } from 'vitest';
import { createVisits } from '../../../../../src-renderer/features/browse/home/visits.ts';

const hour = 60 * 60 * 1000;

function open() {
  const device = {
    texts: [] as readonly string[],
    now: Date.parse('2026-01-06T10:00:00Z'),
    server: 'studio',
  };
  const place = {
    read: () => device.texts,
    write: (texts: readonly string[]) => {
      device.texts = texts;
    },
    onChange: () => undefined,
  };
  const visits = createVisits(
    place,
    () => device.server,
    () => device.now,
  );
  const look = (total: number, hoursLater = 0) => {
    device.now += hoursLater * hour;
    return visits.look(total)?.total ?? null;
  };
  return { device, visits, look };
}

test('a visit goes on while the person looks every few hours', () => {
  const { look } = open();

  expect([look(60), look(62, 5), look(64, 5), look(70, 5)]).toEqual([null, null, null, null]);
});

test('compares with the end of the visit before, as long as the next one lasts', () => {
  const { look } = open();
  look(60);
  look(62, 1);

  expect([look(70, 20), look(71, 1), look(80, 20)]).toEqual([62, 62, 71]);
});

test('compares no more with what was seen', () => {
  const { visits, look } = open();
  look(60);
  look(70, 20);

  visits.see(70);

  expect([look(70, 1), look(75, 20)]).toEqual([null, 70]);
});

test('knows each server for itself', () => {
  const { device, look } = open();
  look(60);
  device.server = 'home';
  look(5, 20);
  device.server = 'studio';

  expect(look(61)).toBe(60);
});
