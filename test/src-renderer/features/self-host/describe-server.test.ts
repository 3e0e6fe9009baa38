import { expect, test } from 'vitest';
import { describeServer } from '../../../../src-renderer/features/self-host/describe-server.ts';

const ready = {
  kind: 'bundled',
  url: 'http://127.0.0.1:8787',
  status: 'ready',
  message: null,
  progress: null,
} as const;

test('names where the models come from', () => {
  const remote = { ...ready, kind: 'remote', url: 'https://models.example.org/x' } as const;

  expect([describeServer(ready).label, describeServer(remote).label]).toEqual([
    'This computer',
    'models.example.org',
  ]);
});

test('counts the models while they are indexed', () => {
  const server = { ...ready, status: 'indexing', progress: { done: 1200, total: 10_000 } } as const;

  expect(describeServer(server)).toEqual({ label: 'Indexing 1,200 of 10,000', tone: 'busy' });
});

test('counts the posters while they are drawn', () => {
  const server = { ...ready, posters: { done: 12, total: 24 } };

  expect(describeServer(server)).toEqual({ label: 'Drawing posters, 12 of 24', tone: 'busy' });
});

test('marks a server that cannot be used', () => {
  const states = [
    { ...ready, status: 'failed' } as const,
    { ...ready, kind: 'remote', url: null, status: 'offline' } as const,
  ];

  expect(states.map(describeServer)).toEqual([
    { label: 'This computer: failed', tone: 'bad' },
    { label: 'Server: offline', tone: 'bad' },
  ]);
});

test('waits for a server that nobody has asked', () => {
  expect(describeServer(null)).toEqual({ label: 'Server…', tone: 'busy' });
});
