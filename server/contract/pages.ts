/** Paths of the web pages, which are all served by one page. A star matches the rest of a path. */
export const pagePaths = [
  '/',
  '/sign-in',
  '/account',
  '/account/*',
  '/favourites',
  '/collections',
  '/collections/*',
  '/admin',
  '/admin/*',
  '/approve',
  '/approve/*',
  '/model/*',
  '/projects',
  '/projects/*',
  '/publish',
] as const;
export type PagePath = (typeof pagePaths)[number];

/** The part of the UI for each path, besides the common frame. */
export const pageParts: Readonly<Record<PagePath, string>> = {
  '/': 'catalogue',
  '/sign-in': 'sign-in',
  '/account': 'account',
  '/account/*': 'account',
  '/favourites': 'catalogue',
  '/collections': 'catalogue',
  '/collections/*': 'catalogue',
  '/admin': 'admin',
  '/admin/*': 'admin',
  '/approve': 'approve',
  '/approve/*': 'approve',
  '/model/*': 'model',
  '/projects': 'projects',
  '/projects/*': 'projects',
  '/publish': 'publish',
};
