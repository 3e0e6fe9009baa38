const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

export function formatDate(time: string): string {
  return Number.isNaN(Date.parse(time)) ? '' : date.format(new Date(time));
}

export function formatDateAndTime(time: string): string {
  return Number.isNaN(Date.parse(time)) ? '' : dateAndTime.format(new Date(time));
}
