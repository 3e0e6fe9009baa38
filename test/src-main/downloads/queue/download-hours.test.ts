import { expect, test } from 'vitest';
import { findOpening } from '../../../../src-main/downloads/queue/hold.ts';
import { DownloadHours } from '../../../../src-main/platform/ipc/settings-fields.ts';

const everyDay = [0, 1, 2, 3, 4, 5, 6];
/** In January 2026, of which the 5th is a Monday; local time. */
const on = (day: number, time: string) => new Date(`2026-01-${String(day).padStart(2, '0')}T${time}:00`);

test.each([
  ['in the evening', on(5, '19:00'), null],
  ['at midnight', on(6, '00:00'), null],
  ['in the early morning', on(6, '06:59'), null],
  ['in the morning', on(6, '07:00'), on(6, '19:00')],
  ['in the afternoon', on(6, '18:59'), on(6, '19:00')],
])('opens at night, asked %s', (_, now, opening) => {
  expect(findOpening({ from: '19:00', to: '07:00', days: everyDay }, now)).toBe(opening?.getTime() ?? null);
});

test.each([
  ['on Friday night', on(9, '23:00'), null],
  ['on Saturday morning, which Friday’s hours reach', on(10, '06:00'), null],
  ['on Saturday evening', on(10, '20:00'), on(16, '19:00')],
  ['on Monday', on(12, '20:00'), on(16, '19:00')],
])('opens on the days on which the hours begin, asked %s', (_, now, opening) => {
  expect(findOpening({ from: '19:00', to: '07:00', days: [5] }, now)).toBe(opening?.getTime() ?? null);
});

test.each([
  ['within one day', { from: '12:00', to: '13:30', days: [1] }, on(5, '12:10'), null],
  ['after them', { from: '12:00', to: '13:30', days: [1] }, on(5, '13:30'), on(12, '12:00')],
  ['on a whole day', { from: '00:00', to: '00:00', days: [6] }, on(10, '15:00'), null],
  ['before a whole day', { from: '00:00', to: '00:00', days: [6] }, on(9, '15:00'), on(10, '00:00')],
])('opens %s', (_, hours, now, opening) => {
  expect(findOpening(hours, now)).toBe(opening?.getTime() ?? null);
});

test.each([
  { from: '24:00', to: '07:00', days: [1] },
  { from: '7:00', to: '08:00', days: [1] },
  { from: '07:00', to: '08:00', days: [] },
  { from: '07:00', to: '08:00', days: [7] },
])('refuses %j', (hours) => {
  expect(DownloadHours.safeParse(hours).success).toBe(false);
});
