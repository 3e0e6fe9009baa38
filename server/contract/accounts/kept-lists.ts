/** Who may read an account's private lists: favourites, collections, searches, tags and notes. */
export const own = {
  audience: ['agent', 'browser', 'desktop'],
  callers: ['user', 'session', 'plugin'],
  scopes: ['lists:write'],
} as const;
export const changing = { ...own, rate: 'modelLists' } as const;
export const guarded = ['UNAUTHENTICATED', 'FORBIDDEN', 'INSUFFICIENT_SCOPE'] as const;
export const refusing = [...guarded, 'INVALID_INPUT', 'RATE_LIMITED'] as const;
