/** Request headers that private answers depend on. */
export const variesByCaller = 'Accept, Accept-Encoding, Authorization, Cookie';

export const toPrivateCaching = (cacheControl: string) => cacheControl.replace(/\bpublic\b/, 'private');
