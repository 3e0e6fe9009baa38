import { createHmac, randomInt } from 'node:crypto';

// No vowels, so that no words appear, and no letters that look like digits (RFC 8628 section 6.1).
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ23456789';

/** Creates a code for users to type: groups of four out of 28 letters and digits, 19 random bits each. */
export const makeCode = (groups: number): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-');

/** Derives a code of this form from a key and a purpose, always the same one. */
export function deriveCode(key: Buffer, purpose: string, groups: number): string {
  const digest = createHmac('sha256', key).update(purpose).digest('hex');
  let rest = BigInt(`0x${digest}`);
  const letters = Array.from({ length: groups * 4 }, () => {
    const letter = alphabet[Number(rest % BigInt(alphabet.length))];
    rest /= BigInt(alphabet.length);
    return letter;
  });
  return readCode(letters.join(''));
}

/** Normalises a typed code: case, spaces and hyphens do not matter. */
export function readCode(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return letters.match(/.{1,4}/g)?.join('-') ?? '';
}
