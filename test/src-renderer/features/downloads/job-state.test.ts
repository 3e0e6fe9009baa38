import { expect, test } from 'vitest';
import { announceChanges } from '../../../../src-renderer/features/downloads/announce-changes.ts';
import {
  describeTransfer,
  findJob,
  findProgress,
  isActive,
  isFinished,
} from '../../../../src-renderer/features/downloads/job-state.ts';
import { downloads } from '../../../../src-renderer/text/en/downloads.ts';
import { makeJob } from '../../sample-job.ts';

test('tells size, speed and time of a transfer', () => {
  expect(describeTransfer(makeJob())).toBe('1.2 MB of 2.4 MB · 60 KB/s · 20 s left');
});

test('promises no time while nobody knows it', () => {
  const texts = [
    makeJob({ totalBytes: null }),
    makeJob({ bytesPerSecond: 0 }),
    makeJob({ bytesPerSecond: null }),
    makeJob({ status: 'verifying' }),
  ].map(describeTransfer);

  expect(texts).toEqual([
    '1.2 MB · 60 KB/s',
    '1.2 MB of 2.4 MB · 0 bytes/s',
    '1.2 MB of 2.4 MB',
    '1.2 MB of 2.4 MB',
  ]);
});

test('measures progress between nothing and all', () => {
  const shares = [
    makeJob(),
    makeJob({ receivedBytes: 9_000_000 }),
    makeJob({ totalBytes: null }),
    makeJob({ totalBytes: 0 }),
    makeJob({ totalBytes: null, status: 'done' }),
    makeJob({ totalBytes: null, status: 'waiting' }),
    makeJob({ totalBytes: null, status: 'paused' }),
  ].map(findProgress);

  expect(shares).toEqual([0.5, 1, null, null, 1, 0, 0]);
});

test('moves nothing for a download that waits', () => {
  const waiting = makeJob({ status: 'queued', receivedBytes: 0, totalBytes: null });

  expect(findProgress(waiting)).toBe(0);
});

test('takes every state for either active or finished', () => {
  const states = Object.keys(downloads.status);
  const jobs = [
    makeJob({ status: 'queued' }),
    makeJob({ status: 'waiting' }),
    makeJob({ status: 'failed' }),
    makeJob({ status: 'cancelled' }),
  ];

  expect(states).toHaveLength(9);
  expect(jobs.map(isActive)).toEqual([true, true, false, false]);
  expect(jobs.map(isFinished)).toEqual([false, false, true, true]);
});

test('finds the latest job of exactly one file', () => {
  const older = makeJob({ id: 'older', addedAt: '2026-05-03T10:00:00Z' });
  const other = makeJob({ id: 'other', lod: 'source' });
  const job = makeJob();

  expect([findJob([job, older, other], job)?.id, findJob([other], job)]).toEqual(['job-1', undefined]);
});

test('announces a new state once, by name', () => {
  const done = makeJob({ status: 'done' });

  expect([
    announceChanges([makeJob()], [done]),
    announceChanges([done], [done]),
    announceChanges([], [makeJob({ status: 'queued' })]),
    announceChanges([makeJob()], [makeJob({ status: 'failed' })]),
  ]).toEqual(['Downloaded: Oak Chair, 10k FBX', null, null, 'Download failed: Oak Chair, 10k FBX']);
});

test('of many downloads, announces only what goes wrong', () => {
  const rest = Array.from({ length: 6 }, (_, index) => makeJob({ id: `${index}`, status: 'queued' }));
  const step = (status: 'done' | 'waiting' | 'failed', others = rest) =>
    announceChanges([makeJob(), ...others], [makeJob({ status }), ...others]);

  expect([step('done'), step('waiting'), step('failed'), step('done', rest.slice(1))]).toEqual([
    null,
    'Download waiting: Oak Chair, 10k FBX',
    'Download failed: Oak Chair, 10k FBX',
    'Downloaded: Oak Chair, 10k FBX',
  ]);
});
