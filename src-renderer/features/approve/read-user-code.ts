/** A code as the server writes it, from however a person typed it; null when it is not of eight letters and digits. */
export function readUserCode(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[\s\p{Pd}_.]/gu, '');
  return /^[A-Z0-9]{8}$/.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null;
}
