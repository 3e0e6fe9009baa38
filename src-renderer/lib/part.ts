/** Code that is loaded when it is first needed. */
export type Part<Code> = {
  /** Loads it once; after a failure, the next call retries. */
  load(): Promise<Code>;
  /** Null until loaded. */
  read(): Code | null;
};

export function createPart<Code>(fetchCode: () => Promise<Code>): Part<Code> {
  let code: Code | null = null;
  let loading: Promise<Code> | null = null;

  const load = async () => {
    try {
      code = await fetchCode();
      return code;
    } catch (error) {
      loading = null;
      throw error;
    }
  };
  return {
    load: () => {
      loading ??= load();
      return loading;
    },
    read: () => code,
  };
}
