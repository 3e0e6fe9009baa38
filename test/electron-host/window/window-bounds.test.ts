import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createWindowBounds } from './window-bounds.ts';

function openBounds(options: object = {}) {
  const emitter = new EventEmitter();
  const events: string[] = [];
  for (const event of ['resize', 'move', 'maximize', 'minimize', 'restore', 'unmaximize']) {
    emitter.on(event, () => events.push(event));
  }
  const sizes: string[] = [];
  const bounds = createWindowBounds({
    options,
    emitter,
    resizePage: ({ width, height }) => sizes.push(`${width}x${height}`),
  });
  return { bounds, events, sizes };
}

test('opens in the middle of the screen', () => {
  const { bounds } = openBounds({ width: 920, height: 480 });

  expect(bounds.getBounds()).toEqual({ x: 500, y: 300, width: 920, height: 480 });
});

test('never becomes smaller than its minimum', () => {
  const { bounds, events, sizes } = openBounds({ x: 0, y: 0, minWidth: 400, minHeight: 300 });

  bounds.setBounds({ width: 10, height: 10 });

  expect(bounds.getBounds()).toEqual({ x: 0, y: 0, width: 400, height: 300 });
  expect(sizes).toEqual(['400x300']);
  expect(events).toEqual(['resize']);
});

test('remembers its normal bounds while it is maximized', () => {
  const { bounds, events } = openBounds({ x: 10, y: 20 });

  bounds.maximize();

  expect(bounds.isMaximized()).toBe(true);
  expect(bounds.getBounds()).toEqual({ x: 0, y: 0, width: 1920, height: 1080 });
  expect(bounds.getNormalBounds()).toEqual({ x: 10, y: 20, width: 800, height: 600 });
  expect(events).toEqual(['resize', 'move', 'maximize']);
});

test('is maximized again after it was minimized', () => {
  const { bounds, events } = openBounds();
  bounds.maximize();
  events.length = 0;

  bounds.minimize();
  const wasMinimized = bounds.isMinimized();
  bounds.restore();

  expect(wasMinimized).toBe(true);
  expect(bounds.isMaximized()).toBe(true);
  expect(events).toEqual(['minimize', 'restore']);
});

test('tells nobody of a change that changes nothing', () => {
  const { bounds, events, sizes } = openBounds();

  bounds.setBounds(bounds.getBounds());

  expect([...events, ...sizes]).toEqual([]);
});
