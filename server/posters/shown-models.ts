export type ShownModels = {
  /** Models that a listing or page just showed without a poster. */
  add(modelId: number): void;
  remove(modelId: number): void;
  /** The last shown first. */
  list(): Iterable<number>;
};

const most = 200;

/** Remembers what people look at, so that it is rendered before the rest. */
export function createShownModels(): ShownModels {
  const shown = new Set<number>();
  return {
    add(modelId) {
      shown.delete(modelId);
      shown.add(modelId);
      const [oldest] = shown;
      if (shown.size > most && oldest !== undefined) shown.delete(oldest);
    },
    remove: (modelId) => void shown.delete(modelId),
    list: () => [...shown].reverse(),
  };
}
