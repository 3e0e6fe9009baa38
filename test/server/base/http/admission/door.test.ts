import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDoor } from '../../../../../server/base/http/admission/door.ts';

type DoorOptions = { readonly budget: number; readonly callers?: number };

/** A door on a clock that only a test moves, and requests that come to it. */
function makeDoor({ budget, callers = 1 }: DoorOptions) {
  let time = 0;
  let asked = 0;
  let refused = 0;
  const door = createDoor({
    ...{ budget, places: 1_000, wait: 60_000 },
    ownerOf: ({ headers }) => headers.from ?? `caller ${asked++ % callers}`,
    refuse: () => {
      refused += 1;
    },
    now: () => time,
  });
  const admit = (handle: () => void, from?: string) => {
    const request = new IncomingMessage(new Socket());
    request.method = 'GET';
    request.url = '/api/models/chair';
    if (from !== undefined) request.headers.from = from;
    door.admit(request, new ServerResponse(request), handle);
  };
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { door, admit, pass, time: () => time, refused: () => refused };
}

test('begins only what a turn can also finish', async () => {
  const { door, admit, pass } = makeDoor({ budget: 5 });
  const begun: number[] = [];
  const ask = (count: number, milliseconds: number) => {
    for (let asked = 0; asked < count; asked += 1)
      admit(() => {
        begun[begun.length - 1] = (begun.at(-1) ?? 0) + 1;
        queueMicrotask(() => pass(milliseconds)); // the work comes after the start, as where a body is read
      });
  };
  ask(400, 0); // after them, a turn may begin many
  ask(500, 2);

  while (door.waiting() > 0) {
    begun.push(0);
    await nextTurn();
  }

  expect(Math.max(...begun)).toBeGreaterThan(50);
  expect(Math.max(...begun.slice(-20))).toBeLessThan(10);
  expect(Math.max(...begun.slice(-20))).toBeGreaterThan(2);
});

test.each([
  [5, 0],
  [400, 367],
])('of %i requests that slow work makes late, refuses %i', async (count, expected) => {
  const { door, admit, pass, refused } = makeDoor({ budget: 2 });
  for (let asked = 0; asked < count; asked += 1) admit(() => pass(90_000));

  while (door.waiting() > 0) await nextTurn();

  expect(refused()).toBe(expected);
});

test.each([1, 30])('keeps turns short while %s callers flood', async (callers) => {
  const { door, admit, pass, time, refused } = makeDoor({ budget: 8, callers });
  const lengths: number[] = [];
  for (let count = 0; count < 900; count += 1) admit(() => queueMicrotask(() => pass(1)));

  while (door.waiting() > 0) {
    const since = time();
    await nextTurn();
    lengths.push(time() - since);
  }

  expect([Math.max(...lengths), refused()]).toEqual([8, 0]);
});

test('keeps turns short while others come beside a flood', async () => {
  const { door, admit, pass, time } = makeDoor({ budget: 2 });
  const lengths: number[] = [];
  for (let turn = 0; turn < 100; turn += 1) {
    while (door.waiting() < 64) admit(() => queueMicrotask(() => pass(1)), 'flood');
    admit(() => {}, 'another');
    const since = time();
    await nextTurn();
    lengths.push(time() - since);
  }

  expect(Math.max(...lengths.slice(20))).toBeLessThanOrEqual(4);
});

test('keeps turns short while one caller comes over few connections', async () => {
  const { admit, pass } = makeDoor({ budget: 2 });
  const begun: number[] = [];
  for (let turn = 0; turn < 50; turn += 1) {
    begun.push(0);
    for (let count = 0; count < 8; count += 1)
      admit(() => {
        begun[begun.length - 1] = (begun.at(-1) ?? 0) + 1;
        pass(1);
      });
    await nextTurn();
  }

  expect(Math.max(...begun)).toBeLessThanOrEqual(4);
});

test('takes many small requests in one turn', async () => {
  const { door, admit } = makeDoor({ budget: 5 });
  let turns = 0;
  for (let count = 0; count < 900; count += 1) admit(() => undefined);

  for (; door.waiting() > 0; turns += 1) await nextTurn();

  expect(turns).toBeLessThan(40);
});

test('accepts a crowd of connections before it works on', async () => {
  const { door, admit } = makeDoor({ budget: 5 });
  const knockFor = async (turns: number) => {
    for (let turn = 0; turn < turns; turn += 1) {
      door.knock();
      await nextTurn();
    }
  };
  let handled = 0;
  await knockFor(5);
  for (let count = 0; count < 100; count += 1)
    admit(() => {
      handled += 1;
    });

  await knockFor(96);
  const meanwhile = handled;
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();

  expect(meanwhile).toBeGreaterThan(0);
  expect(meanwhile).toBeLessThan(96 / 2);
  expect(handled).toBe(100);
});

test('works on at its pace while a crowd of connections comes', async () => {
  const { door, admit, pass } = makeDoor({ budget: 2, callers: 1_000 });
  const comeFor = async (turns: number) => {
    for (let turn = 0; turn < turns; turn += 1) {
      door.knock();
      await nextTurn();
    }
  };
  await comeFor(5);
  let handled = 0;
  for (let count = 0; count < 100; count += 1)
    admit(() => {
      handled += 1;
      queueMicrotask(() => pass(1));
    });

  await comeFor(10 * 32);

  expect(handled).toBeGreaterThan(60);
});
