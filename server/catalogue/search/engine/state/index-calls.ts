import type { IndexBuilder, IndexState } from './index-builder.ts';

/** Handles calls to the thread that holds the index and its current state. */
export function createIndexCalls(builder: IndexBuilder) {
  let current: IndexState | null = null;
  const rebuild = () => {
    const made = builder.rebuild();
    try {
      builder.save(made);
      return made;
    } catch (error) {
      // The index is usable anyway, and is rebuilt at the next start.
      return { ...made, saveFault: error instanceof Error ? error.message : String(error) };
    }
  };
  const update = () => {
    const before = current ?? builder.load() ?? rebuild();
    current = builder.update(before) ?? rebuild();
    return current;
  };
  return {
    /** Loads or builds the index if necessary, and applies what changed since. */
    update,
    /** Builds and saves a new large part with all changes; the current state stays as it is. */
    rebuild,
    /** Adopts a large part built by another thread. */
    adopt(state: IndexState) {
      current = state;
      return update();
    },
  };
}
export type IndexCalls = ReturnType<typeof createIndexCalls>;
