import { perLanguage } from '../text/text.ts';

const date = perLanguage((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }));
const dateAndTime = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
);

const timeOfDay = perLanguage((language) => new Intl.DateTimeFormat(language, { timeStyle: 'medium' }));

export function formatDate(time: string): string {
  return Number.isNaN(Date.parse(time)) ? '' : date().format(new Date(time));
}

const dayInUtc = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }),
);

/** Formats a day such as `2026-11-25`, independent of the reader's time zone. */
export function formatDay(day: string): string {
  return Number.isNaN(Date.parse(day)) ? '' : dayInUtc().format(new Date(day));
}

export function formatDateAndTime(time: string): string {
  return Number.isNaN(Date.parse(time)) ? '' : dateAndTime().format(new Date(time));
}

const shortTime = perLanguage((language) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }));
const dayAndTime = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { weekday: 'long', hour: 'numeric', minute: '2-digit' }),
);

/** Formats a time less than a day away as `19:00`, else `Friday 19:00`; `now` is in milliseconds. */
export function formatMoment(time: string, now: number): string {
  const moment = Date.parse(time);
  if (Number.isNaN(moment)) return '';
  return (moment - now < 24 * 60 * 60 * 1000 ? shortTime() : dayAndTime()).format(moment);
}

/** Formats as `14:05:10`, in the order of the language. */
export function formatTime(time: string): string {
  return Number.isNaN(Date.parse(time)) ? '' : timeOfDay().format(new Date(time));
}

const weekday = perLanguage((language) => new Intl.DateTimeFormat(language, { weekday: 'long' }));
const week = 6 * 24 * 60 * 60 * 1000;

/** Formats a time of today as `19:00`, of the last week as `Friday`, else as the date; `now` is in milliseconds. */
export function formatSince(time: string, now: number): string {
  const moment = new Date(time);
  if (moment.toDateString() === new Date(now).toDateString()) return shortTime().format(moment);
  return (now - moment.getTime() < week ? weekday() : date()).format(moment);
}
