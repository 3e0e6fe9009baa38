import { perLanguage } from '../text/text.ts';

const date = perLanguage((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }));
const dateAndTime = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
);

const timeOfDay = perLanguage((language) => new Intl.DateTimeFormat(language, { timeStyle: 'medium' }));

export function formatDate(time: string): string {
  return Number.isNaN(Date.parse(time)) ? '' : date().format(new Date(time));
}

export function formatDateAndTime(time: string): string {
  return Number.isNaN(Date.parse(time)) ? '' : dateAndTime().format(new Date(time));
}

/** `14:05:10`, in the order of the language. */
export function formatTime(time: string): string {
  return Number.isNaN(Date.parse(time)) ? '' : timeOfDay().format(new Date(time));
}
