import { createHash } from 'node:crypto';
import { AppError } from '../contract/errors.ts';

type Selection = Readonly<Record<string, unknown>>;

const form = /^([0-9a-z]{1,9})\.([A-Za-z0-9_-]{8})$/;

const markOf = (selection: Selection) =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(selection).sort()))
    .digest('base64url')
    .slice(0, 8);

/** Cursor of the next page, bound to the selection that is being paged. */
export const toCursor = (offset: number, selection: Selection) =>
  `${offset.toString(36)}.${markOf(selection)}`;

/** Throws INVALID_INPUT for a cursor of another selection: its page would silently skip results. */
export function readCursor(cursor: string, selection: Selection): number {
  const [, offset = '', mark] = form.exec(cursor) ?? [];
  if (mark !== markOf(selection)) {
    throw new AppError(
      'INVALID_INPUT',
      'cursor_string does not belong to this search. Repeat the same arguments with it, or leave it out to start over.',
      { details: { fields: { cursor_string: 'belongs to another search' } } },
    );
  }
  return Number.parseInt(offset, 36);
}
