import { memo } from 'react';
import type { ModelRecord } from '../../../server/contract/discovery.ts';
import { Icon } from '../../components/icon.tsx';
import { Poster } from '../../components/poster.tsx';
import { shortenTriangles } from '../../lib/format-triangles.ts';
import { describeUnlockPrice } from '../../lib/model-price.ts';
import { t } from '../../text/text.ts';
import styles from './model-card.module.css';

type ModelCardProps = {
  readonly model: ModelRecord;
  readonly href: string;
  readonly isInLibrary: boolean;
  readonly isUnlocked: boolean;
};

const shownFormats = 3;

export const ModelCard = memo(function ModelCard({ model, href, isInLibrary, isUnlocked }: ModelCardProps) {
  return (
    <a className={styles.card} href={href} tabIndex={-1} draggable={false}>
      <div className={styles.picture}>
        <Poster guid={model.guid} category={model.category} url={model.previewMediumUrl} />
        {isInLibrary && (
          <span className={styles.badge} data-kind="library">
            <Icon name="check" size={12} /> {t('browse.inLibrary')}
          </span>
        )}
      </div>
      <div className={styles.caption}>
        <div className={styles.title}>{model.title}</div>
        <div className={styles.line}>
          <span className={styles.category}>{model.category}</span>
          {isUnlocked ? (
            <span className={styles.unlocked}>{t('browse.unlocked')}</span>
          ) : (
            <span className={styles.price}>{describeUnlockPrice(model)}</span>
          )}
        </div>
        <div className={styles.lods}>
          {model.lods.map((lod) => (
            <span key={lod} className="tag">
              {lod}
            </span>
          ))}
        </div>
        <div className={styles.line}>
          <span className={styles.formats}>{listFormats(model.formats)}</span>
          {model.triCount !== null && <span>{shortenTriangles(model.triCount)}</span>}
        </div>
      </div>
    </a>
  );
});

function listFormats(formats: readonly string[]): string {
  const names = formats.slice(0, shownFormats).map((format) => format.toUpperCase());
  const shown = names.join(' · ');
  const others = formats.length - names.length;
  return others > 0 ? t('browse.moreFormats', { formats: shown, count: others }) : shown;
}
