import type { FoundModel, PublishWish } from '../../../server/contract/publish.ts';
import { SelectField } from '../../components/forms/select-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { Poster } from '../../components/poster.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { t } from '../../text/text.ts';
import { ProductForm } from './product-form.tsx';
import styles from './publish.module.css';
import { guidOf, isOpen, type PublishStore } from './publish-store.ts';

type VersionChoiceProps = { readonly store: PublishStore; readonly model: FoundModel };
type OneDraftProps = VersionChoiceProps & {
  /** The user's wish to publish it, if any. */
  readonly wish: PublishWish | undefined;
  readonly isSending: boolean;
  readonly hrefOf: (guid: string) => string;
};

/** The form of one model; a short note once the user has submitted it. */
export function OneDraft({ store, model, wish, isSending, hrefOf }: OneDraftProps) {
  if (!isOpen(wish)) return <p className={styles.later}>{t('publish.wanted')}</p>;
  return (
    <>
      <SameModels {...{ model, hrefOf }} />
      <VersionChoice {...{ store, model }} />
      <ProductForm {...{ store, model, isSending }} failed={wish} />
    </>
  );
}

/** Models of the catalogue that have the same shape. The user decides whether to publish anyway. */
function SameModels({ model: { same = [] }, hrefOf }: Pick<OneDraftProps, 'model' | 'hrefOf'>) {
  if (same.length === 0) return null;
  return (
    <Notice tone="info">
      <p>{t('publish.same', { count: same.length })}</p>
      <ul className={`row wrap gap-3 ${styles.same}`}>
        {same.map(({ guid, title, category, posterUrl, sketchUrl }) => (
          <li key={guid}>
            <a href={hrefOf(guid)}>
              <span>
                <Poster category={category} url={posterUrl} sketchUrl={sketchUrl} />
              </span>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Topologies, formats and triangles, as far as they are known. */
export function ModelFacts({ model: { lods, formats, triangles } }: Pick<VersionChoiceProps, 'model'>) {
  return (
    <p className={`row wrap baseline quiet ${styles.facts}`}>
      <span className={styles.tags}>
        {[...lods, ...formats.map((format) => format.toUpperCase())].map((word) => (
          <span key={word} className="tag">
            {word}
          </span>
        ))}
      </span>
      {triangles !== null && <span>{t('publish.triangles', { count: triangles })}</span>}
    </p>
  );
}

/** A new model, or the next version of one of the user's own. */
function VersionChoice({ store, model }: VersionChoiceProps) {
  const { earlier, guids, setGuid } = usePicked(store, 'earlier', 'guids', 'setGuid');
  const guid = guidOf({ guids }, model);
  const own = new Map(
    earlier
      .filter((one) => one.state === 'published' || one.state === 'waiting')
      .toReversed()
      .map((one) => [one.guid, one.title]),
  );
  if (own.size === 0) return null;
  return (
    <SelectField
      label={t('publish.version')}
      hint={guid === null ? undefined : t('publish.versionHint')}
      className={styles.wide}
      value={guid ?? ''}
      options={[
        ['', t('publish.newModel')],
        ...[...own].map(([key, title]) => [key, t('publish.newVersion', { title })] as const),
      ]}
      onChoose={(next) => setGuid(model, next === '' ? null : next)}
    />
  );
}
