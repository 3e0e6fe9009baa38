import type { InputOf } from '../../../../server/contract/index.ts';

type Wish = InputOf<'adminModels'>;
type Order = NonNullable<Wish['order']>;
export type ModelState = NonNullable<Wish['state']>;
export type Lack = NonNullable<Wish['lacks']>;

type ModelFilter = Pick<Wish, 'search' | 'category' | 'state' | 'lacks'>;
export type ListWish = { readonly filter: ModelFilter; readonly order: Order };

export const orders: readonly Order[] = ['title', 'newest', 'category', 'price'];
export const states: readonly ModelState[] = ['published', 'waiting', 'hidden'];
export const lacks: readonly Lack[] = ['category', 'tags', 'license', 'poster', 'levels'];

const oneOf = <T extends string>(known: readonly T[], text: string | null) =>
  known.find((one) => one === text);

export function readListWish(search: string): ListWish {
  const given = new URLSearchParams(search);
  const words = given.get('search') ?? '';
  const category = given.get('category');
  const state = oneOf(states, given.get('state'));
  const lack = oneOf(lacks, given.get('lacks'));
  return {
    filter: {
      ...(words !== '' && { search: words }),
      ...(category !== null && { category }),
      ...(state && { state }),
      ...(lack && { lacks: lack }),
    },
    order: oneOf(orders, given.get('order')) ?? 'title',
  };
}

export function formatListWish({ filter, order }: ListWish): string {
  const given = new URLSearchParams();
  for (const [name, value = ''] of Object.entries({ ...filter, ...(order !== 'title' && { order }) }))
    if (value !== '') given.set(name, value);
  return given.toString();
}
