/** Addresses of the web pages; all are the same page, told apart by its address. A star is for whatever follows. */
export const pagePaths = [
  '/',
  '/sign-in',
  '/account',
  '/favourites',
  '/collections',
  '/collections/*',
  '/admin',
  '/admin/*',
  '/approve',
  '/approve/*',
  '/model/*',
  '/publish',
] as const;
