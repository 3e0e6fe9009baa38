import type { IndexBuilder, IndexState } from './index-builder.ts';

/** Calls to the thread that keeps the index and its current state. */
export function createIndexCalls(builder: IndexBuilder) {
  let current: IndexState | null = null;
  const rebuild = () => {
    const made = builder.rebuild();
    try {
      builder.save(made);
      return made;
    } catch (error) {
      // It serves all the same, and is built again at the next start.
      return { ...made, saveFault: error instanceof Error ? error.message : String(error) };
    }
  };
  const update = () => {
    const before = current ?? builder.load() ?? rebuild();
    current = builder.update(before) ?? rebuild();
    return current;
  };
  return {
    /** Loads the saved index, or builds one, and takes over what changed since. */
    update,
    /** A new large part with all changes, saved; the current state stays as it is. */
    rebuild,
    /** Takes over a large part that another thread made. */
    adopt(state: IndexState) {
      current = state;
      return update();
    },
  };
}
export type IndexCalls = ReturnType<typeof createIndexCalls>;
