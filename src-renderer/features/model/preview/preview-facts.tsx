import { usePicked } from '../../../data/use-picked.ts';
import { t } from '../../../text/text.ts';
import { describeLength } from '../../../viewer/describe-length.ts';
import styles from './model-view.module.css';
import type { PreviewStore } from './preview-store.ts';
import { describeTopology } from './preview-words.ts';

/** Figures of the model that is shown. */
export function PreviewFacts({ store }: { readonly store: PreviewStore }) {
  const { lod, shown, look, measured } = usePicked(store, 'lod', 'shown', 'look', 'measured');
  if (shown === null || lod === null) return null;
  const say = (length: number) => describeLength(length, shown.isMetric);
  const [width, height, depth] = shown.size;
  return (
    <div className={styles.facts}>
      <p>
        <strong>{describeTopology(lod, shown.triangles)}</strong>
        {[
          ...(shown.vertices === null ? [] : [t('preview.vertices', { count: shown.vertices })]),
          t('preview.materials', { count: shown.materials.length }),
          t('preview.size', { width: say(width), height: say(height), depth: say(depth) }),
        ].map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        {look.isMeasuring && (
          <output className={styles.measured}>
            {measured === null ? t('preview.measureHint') : t('preview.measured', { length: say(measured) })}
          </output>
        )}
      </p>
      <details>
        <summary>{t('preview.inside')}</summary>
        <div className={styles.inside}>
          <ul aria-label={t('preview.parts')}>
            {shown.parts.map(({ name, depth, triangles }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts may have the same name
              <li key={index} style={{ paddingInlineStart: `${depth}em` }}>
                {name} <span>{t('preview.count', { count: triangles })}</span>
              </li>
            ))}
          </ul>
          <ul aria-label={t('preview.materialNames')}>
            {shown.materials.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: materials may have the same name
              <li key={index}>{name === '' ? t('preview.unnamed') : name}</li>
            ))}
          </ul>
        </div>
        <p>{t('preview.instructions')}</p>
      </details>
    </div>
  );
}
