import type { Column } from '../../../components/lists/data-table.tsx';
import { hasPrices } from '../../../lib/has-prices.ts';
import { describeUnlockPrice } from '../../../lib/model-price.ts';
import { t } from '../../../text/text.ts';
import own from './library.module.css';
import type { LibraryModel } from './library-store.ts';

type Listed = Pick<LibraryModel, 'category' | 'subcategory' | 'lods' | 'formats' | 'license' | 'priceUsd'>;

export const modelColumns = (): readonly Column<Listed>[] => [
  {
    label: t('admin.library.category'),
    cell: ({ category, subcategory }) => [category, subcategory].filter((name) => name !== '').join(' / '),
  },
  {
    label: t('admin.library.levels'),
    cell: ({ lods, formats }) => (
      <>
        {lods.join(', ')}
        <div className="faint small">{formats.join(', ')}</div>
      </>
    ),
  },
  {
    label: t('admin.library.fields.license'),
    cell: ({ license }) => license !== '' && <span className={own.licence}>{license}</span>,
  },
  ...(hasPrices()
    ? ([{ label: t('admin.library.price'), kind: 'number', cell: describeUnlockPrice }] as const)
    : []),
];
