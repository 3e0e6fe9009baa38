import type { FoundModel, PublishWish } from '../../../server/contract/publish.ts';
import { Button } from '../../components/button.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { t } from '../../text/text.ts';
import { ModelFacts, OneDraft } from './one-draft.tsx';
import { isWhole } from './product-values.ts';
import { isOpen, keyOf, type PublishStore, valuesOf, wishOf } from './publish-store.ts';
import own from './several-models.module.css';

type SeveralModelsProps = {
  readonly store: PublishStore;
  readonly wishes: readonly PublishWish[];
  readonly isSending: boolean;
  readonly found: readonly FoundModel[];
  /** The one whose form is open. */
  readonly model: FoundModel;
  readonly choose: (key: string) => void;
  readonly hrefOf: (guid: string) => string;
};

type Standing = 'lacking' | 'ready' | 'failed' | 'wanted';

/** Each model of one drop with its form; they are published one by one, or all complete ones together. */
export function SeveralModels(props: SeveralModelsProps) {
  const { store, wishes, isSending, found, model, choose, hrefOf } = props;
  const { typed, busy, publish, spread } = usePicked(store, 'typed', 'busy', 'publish', 'spread');
  const standingOf = (one: FoundModel): Standing => {
    const wish = wishOf(wishes, one);
    if (!isOpen(wish)) return 'wanted';
    if (!isWhole(valuesOf({ typed }, one, wish))) return 'lacking';
    return wish === undefined ? 'ready' : 'failed';
  };
  const all = found.map((one) => ({ one, standing: standingOf(one) }));
  const ready = all.filter(({ standing }) => standing === 'ready').map(({ one }) => one);
  const lacking = all.filter(({ standing }) => standing === 'lacking').length;
  return (
    <>
      <ul className="rows">
        {all.map(({ one, standing }) => {
          const isShown = one === model;
          const title = valuesOf({ typed }, one, wishOf(wishes, one)).title || one.title;
          return (
            <li key={keyOf(one)} data-shown={isShown}>
              <button
                type="button"
                className={own.draft}
                aria-expanded={isShown}
                onClick={() => choose(keyOf(one))}
              >
                <strong className="truncate">{title}</strong>
                <span className="tag" data-standing={standing}>
                  {t(`publish.standing.${standing}`)}
                </span>
              </button>
              {isShown && (
                <div className={`stack gap-4 one-column ${own.opened}`}>
                  <ModelFacts model={one} />
                  <OneDraft {...{ store, isSending, hrefOf }} model={one} wish={wishOf(wishes, one)} />
                  {isOpen(wishOf(wishes, one)) && (
                    <Button variant="quiet" onClick={() => spread(one)}>
                      {t('publish.spread')}
                    </Button>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <div className="stack to-start gap-3">
        <Button
          variant="primary"
          disabled={ready.length === 0 || (busy !== null && !isSending)}
          onClick={() => void publish(ready)}
        >
          {t('publish.publishReady', { count: ready.length })}
        </Button>
        {lacking > 0 && <p className="field-hint">{t('publish.stillLacking', { count: lacking })}</p>}
      </div>
    </>
  );
}
