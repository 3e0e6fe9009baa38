/** The headers that a private answer depends on. */
export const variesByCaller = 'Accept, Accept-Encoding, Authorization, Cookie';

/** Keeps an answer out of shared caches. */
export const toPrivateCaching = (cacheControl: string) => cacheControl.replace(/\bpublic\b/, 'private');
