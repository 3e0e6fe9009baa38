/** Code that is fetched when it is first needed. */
export type Part<Code> = {
  /** Fetches it once; after a failure, the next call tries again. */
  load(): Promise<Code>;
  /** Null until it is there. */
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
