import { randomUUID } from 'node:crypto';

const timeDigits = 12;

/** A new guid (UUID of version 7): it begins with the time, so that the database adds to the end of its indexes. */
export function createGuid(): string {
  const time = Date.now().toString(16).padStart(timeDigits, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
