const join = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '');

/** The name of a category as it is compared and addressed; a name without letters stays itself, so that it equals no other. */
export const toSlug = (name: string): string => join(name) || name.trim().toLowerCase();

/** A title as part of an address: lower-case words joined by hyphens, letters of any script. */
export const toTitleSlug = (title: string): string => join(title) || 'model';
