/** Something that a check found wrong, and what to do about it, each one sentence. */
export type Finding = { readonly what: string; readonly advice: string };
