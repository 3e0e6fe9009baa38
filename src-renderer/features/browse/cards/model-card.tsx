import { memo, type PointerEvent, type Ref, useState } from 'react';
import type { ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import { Icon } from '../../../components/icon.tsx';
import { hasPrices } from '../../../lib/has-prices.ts';
import { joinClasses } from '../../../lib/join-classes.ts';
import { t } from '../../../text/text.ts';
import { CardPicture } from './card-picture.tsx';
import { describeDetail, describeTerms, listLimits } from './describe-card.ts';
import styles from './model-card.module.css';
import type { LibraryMark } from './model-marks.ts';
import { mayTurn, TurningPicture } from './turning-picture.tsx';

type ModelCardProps = {
  readonly model: ModelRecord;
  readonly href: string;
  /** Null for a model that is not downloaded. */
  readonly inLibrary: LibraryMark | null;
  readonly isUnlocked: boolean;
  readonly isFavourite: boolean;
  readonly isPicked: boolean;
  readonly onFavourite: (model: ModelRecord) => void;
  readonly onCollect: (model: ModelRecord) => void;
  /** True if its picture is among the first in view. */
  readonly isFirst: boolean;
  /** True if its picture is larger than usual. */
  readonly isLarge: boolean;
};

const icons = { whole: 'check', outdated: 'history', edited: 'edit', missing: 'alert' } as const;

/** The texts contain spaces of their own, as screen readers and voice control would otherwise join them to one word. */
export const ModelCard = memo(function ModelCard(props: ModelCardProps) {
  const { model, href, inLibrary, isUnlocked, isFavourite, isPicked, onFavourite, onCollect, isFirst } =
    props;
  const [isTurning, setIsTurning] = useState(false);
  // A desktop app can be newer than its server, which then sends no such picture.
  const turnUrl = model.previewTurnUrl ?? null;
  const enter = ({ pointerType }: PointerEvent) => setIsTurning(pointerType === 'mouse' && mayTurn());
  return (
    <div className={styles.card} draggable onPointerEnter={enter} onPointerLeave={() => setIsTurning(false)}>
      <a className={styles.link} href={href} tabIndex={-1} draggable={false}>
        <div className={styles.picture}>
          <CardPicture model={model} isFirst={isFirst} isLarge={props.isLarge} />
          {isTurning && turnUrl !== null && <TurningPicture key={turnUrl} url={turnUrl} />}
          <div className={styles.marks}>
            {inLibrary !== null && (
              <span className={styles.badge} data-kind={inLibrary}>
                <Icon name={icons[inLibrary]} size={12} /> {`${t(`browse.inLibrary.${inLibrary}`)} `}
              </span>
            )}
            {listLimits(model).map((limit) => (
              <span key={limit} className="tag">
                {` ${limit} `}
              </span>
            ))}
          </div>
        </div>
        <div className={styles.caption}>
          <div className={styles.title} title={model.title}>
            {model.title}
          </div>
          <div className={styles.facts}>
            <span>{` ${describeDetail(model)}`}</span>
            <span className={styles.terms} data-unlocked={isUnlocked && hasPrices()} title={model.license}>
              {` ${describeTerms(model, isUnlocked)}`}
            </span>
          </div>
        </div>
      </a>
      <button
        type="button"
        className={styles.pick}
        data-pick
        tabIndex={-1}
        aria-label={t('browse.picks.select', { title: model.title })}
        aria-pressed={isPicked}
      >
        {isPicked && <Icon name="check" size={13} />}
      </button>
      <button
        type="button"
        className={styles.heart}
        data-favourite
        tabIndex={-1}
        aria-label={t('browse.favourites.mark', { title: model.title })}
        aria-pressed={isFavourite}
        onClick={() => onFavourite(model)}
      >
        <Icon name="heart" size={15} />
      </button>
      <button
        type="button"
        className={styles.collect}
        tabIndex={-1}
        aria-label={t('collections.addOf', { title: model.title })}
        onClick={() => onCollect(model)}
      >
        <Icon name="collections" size={15} />
      </button>
      <button
        type="button"
        className={styles.more}
        data-more
        tabIndex={-1}
        aria-haspopup="menu"
        aria-label={t('browse.cardMenu', { title: model.title })}
      >
        <Icon name="more" size={15} />
      </button>
    </div>
  );
});

/** A space that gives an empty line its height. */
const blank = '\u00a0';

/** An empty caption of the common height, for measuring. */
export function CaptionProbe({ probe }: { readonly probe: Ref<HTMLDivElement> }) {
  return (
    <div ref={probe} className={joinClasses(styles.caption, styles.probe)} aria-hidden="true">
      <div className={styles.title}>{blank}</div>
      <div className={styles.facts}>{blank}</div>
    </div>
  );
}
