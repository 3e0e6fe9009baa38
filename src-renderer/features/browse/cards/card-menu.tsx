import type { ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import { Menu, type MenuPlace } from '../../../components/forms/menu.tsx';
import { t } from '../../../text/text.ts';

export type CardMenuPlace = MenuPlace & { readonly index: number };

type CardMenuProps = {
  readonly place: CardMenuPlace;
  readonly model: ModelRecord;
  readonly onPick: (index: number) => void;
  readonly onFavourite: (model: ModelRecord) => void;
  readonly onCollect: (model: ModelRecord) => void;
  readonly onClose: () => void;
};

/** All actions of a card, for cards without room for buttons. */
export function CardMenu({ place, model, onPick, onFavourite, onCollect, onClose }: CardMenuProps) {
  const { title } = model;
  return (
    <Menu
      label={t('browse.cardMenu', { title })}
      place={place}
      onClose={onClose}
      items={[
        { label: t('browse.favourites.button'), icon: 'heart', onChoose: () => onFavourite(model) },
        { label: t('collections.addShort'), icon: 'collections', onChoose: () => onCollect(model) },
        { label: t('browse.picks.selectShort'), icon: 'check', onChoose: () => onPick(place.index) },
      ]}
    />
  );
}
