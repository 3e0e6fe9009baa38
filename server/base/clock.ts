/** Milliseconds since 1970, as from Date.now; tests pass their own. */
export type Clock = () => number;

export const toIso = (milliseconds: number) => new Date(milliseconds).toISOString();
