import { limits } from '../../contract/limits.ts';

type Page = { readonly limit: number; readonly offset: number };

export const toPage = (query: { limit?: number | undefined; offset?: number | undefined }): Page => ({
  limit: query.limit ?? limits.accountPage.default,
  offset: query.offset ?? 0,
});

/** The fields of a list other than its rows. */
export const pageFacts = (page: Page, rows: number, total: number) => ({
  total,
  hasMore: page.offset + rows < total,
  ...page,
});
