import type { CatalogueWriter } from '../catalogue/write/catalogue-writer.ts';
import type { ProductRows } from './product-rows.ts';

/** Takes a model from a host that no longer has it: a mirror takes over, or the model is removed. */
export type LetGo = (guid: string, host: number) => void;

type Parts = {
  readonly writer: CatalogueWriter;
  readonly products: ProductRows;
  readonly placeOf: (host: number) => number;
};

export function createLetGo({ writer, products, placeOf }: Parts): LetGo {
  return (guid, host) => {
    const [heir] = [...products.mirrors(guid)].sort((a, b) => placeOf(a.host) - placeOf(b.host));
    if (heir === undefined) writer.remove(guid);
    else writer.move(guid, heir);
    // The next host may describe the model differently; if there is none, a refused host may offer it.
    products.retry(guid, host);
    products.noteMirrors(guid);
  };
}
