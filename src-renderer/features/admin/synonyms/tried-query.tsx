import { useId } from 'react';
import { usePicked } from '../../../data/use-picked.ts';
import { t } from '../../../text/text.ts';
import own from './synonyms.module.css';
import type { SynonymsStore, Tried } from './synonyms-store.ts';

type TriedQueryProps = {
  readonly store: SynonymsStore;
  readonly hrefOfModel: (guid: string) => string;
};

/** The interpretation and results of the query, before and after. */
export function TriedQuery({ store, hrefOfModel }: TriedQueryProps) {
  const { tried, query, text, saved } = usePicked(store, 'tried', 'query', 'text', 'saved');
  if (tried === null || query.trim() === '') return null;
  const { before, after, expansions } = tried;
  const known = new Set(before.results.map(({ guid }) => guid));
  const isSame =
    text !== saved?.text &&
    before.total === after.total &&
    before.results.every(({ guid }, index) => after.results[index]?.guid === guid);
  return (
    <div className="stack gap-4">
      <Expansions expansions={expansions} />
      <div className={own.columns}>
        <Found title={t('admin.synonyms.before')} found={before} known={known} hrefOfModel={hrefOfModel} />
        <Found title={t('admin.synonyms.after')} found={after} known={known} hrefOfModel={hrefOfModel} />
      </div>
      <p role="status" className="quiet">
        {isSame && t('admin.synonyms.same')}
      </p>
    </div>
  );
}

function Expansions({ expansions }: Pick<Tried, 'expansions'>) {
  return (
    <div>
      <h2>{t('admin.synonyms.expansions')}</h2>
      {expansions.length === 0 ? (
        <p className="quiet">{t('admin.synonyms.noExpansion')}</p>
      ) : (
        <ul className="stack gap-1">
          {expansions.map(({ words, means, line }) => (
            <li key={`${line} ${words}`}>
              {t('admin.synonyms.expands', { words, means: means.join(', ') })}{' '}
              <span className="faint small">{t('admin.synonyms.line', { line })}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type FoundProps = Pick<TriedQueryProps, 'hrefOfModel'> & {
  readonly title: string;
  readonly found: Tried['before'];
  /** The earlier results; all others are marked as new. */
  readonly known: ReadonlySet<string>;
};

function Found({ title, found, known, hrefOfModel }: FoundProps) {
  const titleId = useId();
  return (
    <section className="panel stack packed gap-3 shrinkable" aria-labelledby={titleId}>
      <header className="row wrap baseline between gap-3">
        <h3 id={titleId}>{title}</h3>
        <span className="faint small">{t('admin.synonyms.results', { count: found.total })}</span>
      </header>
      {found.results.length === 0 ? (
        <p className="quiet">{t('admin.synonyms.none')}</p>
      ) : (
        <ol className={`stack gap-2 breakable ${own.results}`}>
          {found.results.map(({ guid, title: name, category }) => (
            <li key={guid}>
              <a href={hrefOfModel(guid)}>{name}</a> <span className="faint small">{category}</span>{' '}
              {!known.has(guid) && <span className="tag">{t('admin.synonyms.new')}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
