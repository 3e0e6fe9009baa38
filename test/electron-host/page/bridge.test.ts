import { expect, test } from 'vitest';
import { createBridge, isCallable } from './bridge.ts';
import { createNodeCodec } from './node-codec.ts';

// Sends a value from one world to the other and returns what arrives there.
function cross(value: unknown, keys: readonly [string, string] = ['key', 'key']): unknown {
  const target = new EventTarget();
  const isolated = createBridge({ target, key: keys[0], world: 'isolated', createCodec: createNodeCodec });
  const main = createBridge({ target, key: keys[1], world: 'main', createCodec: createNodeCodec });
  let arrived: unknown;
  main.listen<string>('value', (text) => {
    arrived = main.decode(text);
  });
  isolated.post('value', isolated.encode(value));
  return arrived;
}

function crossFunction(given: (...args: never[]) => unknown): (...args: readonly unknown[]) => unknown {
  const arrived = cross(given);
  if (!isCallable(arrived)) throw new Error('The function did not arrive.');
  return arrived;
}

test('returns from a function at once', () => {
  const add = crossFunction((a: number, b: number) => a + b);

  const sum = add(2, 3);

  expect(sum).toBe(5);
});

test('throws in one world what the other threw', () => {
  const refuse = crossFunction(() => {
    throw new TypeError('no such model');
  });

  expect(refuse).toThrow(new TypeError('no such model'));
});

test('settles a promise in the other world', async () => {
  const load = crossFunction(async (id: number) => ({ id, at: new Date(id) }));

  const loaded = load(7);

  await expect(loaded).resolves.toEqual({ id: 7, at: new Date(7) });
});

test('rejects a promise in the other world', async () => {
  const load = crossFunction(async () => {
    throw new RangeError('gone');
  });

  const loaded = load();

  await expect(loaded).rejects.toThrow(new RangeError('gone'));
});

test('calls a listener that came from the other world', () => {
  const heard: unknown[] = [];
  const subscribe = crossFunction((listener: (value: string) => void) => {
    listener('first');
    return () => listener('last');
  });

  const unsubscribe = subscribe((value: unknown) => heard.push(value));
  if (isCallable(unsubscribe)) unsubscribe();

  expect(heard).toEqual(['first', 'last']);
});

test('hands over nothing without the key', () => {
  const arrived = cross('secret', ['key', 'guessed']);

  expect(arrived).toBeUndefined();
});

test('refuses what cannot be cloned', () => {
  expect(() => cross({ deep: new WeakSet() })).toThrow('An object could not be cloned.');
});
