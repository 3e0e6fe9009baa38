import { expect, test } from 'vitest';
import { limitLines } from '../../../src-main/server-connection/limit-lines.ts';

function record() {
  const written: string[] = [];
  let time = 0;
  const take = limitLines((line) => written.push(line), { most: 2, span: 1000, now: () => time });
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { written, take, pass };
}

test('keeps the first of many lines that differ in numbers only', () => {
  const { written, take } = record();

  for (let count = 0; count < 5; count += 1) take(`(node:${count}): assertion failed`);
  take('another line');

  expect(written).toEqual(['(node:0): assertion failed', '(node:1): assertion failed', 'another line']);
});

test('says later how many it left out, and keeps lines again', () => {
  const { written, take, pass } = record();
  for (let count = 0; count < 5; count += 1) take('assertion 7 failed');

  pass(1000);
  take('assertion 8 failed');

  expect(written.slice(2)).toEqual([
    '{"event":"lines-left-out","count":3,"like":"assertion # failed"}',
    'assertion 8 failed',
  ]);
});
