import { useStore } from 'zustand';
import { Button } from '../../../components/button.tsx';
import { t } from '../../../text/text.ts';
import type { CollectionsStore } from '../store/collections-store.ts';
import type { FavouritesStore } from '../store/favourites-store.ts';

type KeepButtonsProps = {
  readonly model: { readonly guid: string; readonly title: string };
  readonly favourites: FavouritesStore;
  readonly collections: CollectionsStore;
};

export function KeepButtons({ model, favourites, collections }: KeepButtonsProps) {
  const { guid, title } = model;
  const isFavourite = useStore(favourites, ({ marked }) => marked.has(guid));
  return (
    <>
      <Button icon="heart" aria-pressed={isFavourite} onClick={() => favourites.getState().toggle(guid)}>
        {t('browse.favourites.button')}
      </Button>
      <Button icon="collections" onClick={() => collections.getState().choose({ title, guids: [guid] })}>
        {t('collections.addShort')}
      </Button>
    </>
  );
}
