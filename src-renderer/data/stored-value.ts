/** Reads a small display setting, stored by the browser; if storage is blocked, it lasts as long as the page. */
export function readStoredText(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function readStored<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
  const text = readStoredText(name);
  return allowed.find((value) => value === text) ?? fallback;
}

export function writeStored(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // the choice then lasts as long as the page
  }
}
