/** Addresses that every site may read. */
export const isDiscoveryPath = (url: string) =>
  /^\/(api-embeddings|api\/models|api\/manifest\.yaml)(\/|\?|$)/.test(url);
