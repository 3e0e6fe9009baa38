/** A short list of texts, stored by the browser; if storage is blocked, it lasts as long as the page. */
export type StoredList = {
  read(): readonly string[];
  write(texts: readonly string[]): void;
  /** Calls the listener when another tab has changed the list. */
  onChange(listener: () => void): void;
};

export function openStoredList(
  name: string,
  target: Pick<Window, 'localStorage' | 'addEventListener'> = window,
): StoredList {
  let ofThisPage: readonly string[] = [];
  return {
    read() {
      try {
        return toTexts(target.localStorage.getItem(name));
      } catch {
        return ofThisPage;
      }
    },
    write(texts) {
      ofThisPage = texts;
      try {
        target.localStorage.setItem(name, JSON.stringify(texts));
      } catch {
        // then it lasts as long as the page
      }
    },
    onChange: (listener) =>
      target.addEventListener('storage', ({ key }) => {
        if (key === name || key === null) listener();
      }),
  };
}

/** Another version, or the user, can have written anything there. */
export function toTexts(json: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(json ?? '[]');
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

/** Reads records stored as JSON. `toRecord` returns null for anything else that another version or the user wrote. */
export function readRecords<T>(
  place: StoredList,
  toRecord: (value: Record<string, unknown>) => T | null,
): readonly T[] {
  return place.read().flatMap((text) => {
    try {
      return toRecord(JSON.parse(text)) ?? [];
    } catch {
      return [];
    }
  });
}

export const writeRecords = (place: StoredList, records: readonly object[], most = records.length) =>
  place.write(records.slice(0, most).map((record) => JSON.stringify(record)));
