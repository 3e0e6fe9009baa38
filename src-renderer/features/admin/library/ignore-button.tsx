import { Button } from '../../../components/button.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { t } from '../../../text/text.ts';
import type { AdminApi } from '../admin-api.ts';
import type { LibraryStore } from './library-store.ts';

type IgnoreButtonProps = {
  readonly api: AdminApi;
  readonly store: LibraryStore;
  readonly place: string;
  readonly name: string;
  readonly isIgnored: boolean;
};

/** Excludes a folder or file from the library, or includes it again. */
export function IgnoreButton({ api, store, place, name, isIgnored }: IgnoreButtonProps) {
  const { isBusy, change } = usePicked(store, 'isBusy', 'change');
  const action = isIgnored ? 'stopIgnoring' : 'ignore';
  const correct = () =>
    change(async () => {
      await api.call('adminCorrectFolder', { place, borders: isIgnored ? null : 'ignore' });
      return t('admin.library.saved');
    });
  return (
    <Button
      disabled={isBusy}
      aria-label={t(`admin.library.${action}Of`, { name })}
      onClick={() => void correct()}
    >
      {t(`admin.library.${action}`)}
    </Button>
  );
}
