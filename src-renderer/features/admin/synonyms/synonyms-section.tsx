import { useEffect, useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { AskButton } from '../../../components/forms/ask-button.tsx';
import { TextField } from '../../../components/forms/text-field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { joinClasses } from '../../../lib/join-classes.ts';
import { t } from '../../../text/text.ts';
import type { AdminApi } from '../admin-api.ts';
import own from './synonyms.module.css';
import { createSynonymsStore, type SynonymsStore } from './synonyms-store.ts';
import { TriedQuery } from './tried-query.tsx';

type SynonymsSectionProps = {
  readonly api: AdminApi;
  readonly hrefOfModel: (guid: string) => string;
};

/** Words that find each other: tried first, then saved. */
export function SynonymsSection({ api, hrefOfModel }: SynonymsSectionProps) {
  const [store] = useState(() => createSynonymsStore(api));
  const { saved, error, query, load, ask } = usePicked(store, 'saved', 'error', 'query', 'load', 'ask');
  useEffect(() => void load(), [load]);
  return (
    <section
      className="stack gap-4 one-column"
      aria-label={t('admin.sections.synonyms')}
      aria-busy={saved === null}
    >
      <p className="quiet">{t('admin.synonyms.hint')}</p>
      {error !== null && <ErrorNotice error={error} onRetry={() => void load()} />}
      {saved === null && error === null && <p role="status">{t('common.loading')}</p>}
      {saved !== null && (
        <>
          <TextField
            type="search"
            label={t('admin.synonyms.query')}
            hint={t('admin.synonyms.queryHint')}
            placeholder={t('admin.synonyms.queryPlaceholder')}
            maxLength={200}
            value={query}
            onChange={(event) => ask(event.target.value)}
          />
          <TriedQuery store={store} hrefOfModel={hrefOfModel} />
          <Editor store={store} />
        </>
      )}
    </section>
  );
}

function Editor({ store }: { readonly store: SynonymsStore }) {
  const { saved, text, tried, outcome, isSaving } = usePicked(
    store,
    'saved',
    'text',
    'tried',
    'outcome',
    'isSaving',
  );
  const { load, edit, save, reset } = store.getState();
  const id = useId();
  if (saved === null) return null;
  const isChanged = text !== saved.text;
  const idle = tried?.idle ?? [];
  return (
    <>
      <div className="field">
        <label className="field-label" htmlFor={id}>
          {t('admin.synonyms.field')}
        </label>
        <textarea
          id={id}
          className={joinClasses('input', own.text)}
          aria-describedby={`${id}-note`}
          spellCheck={false}
          rows={16}
          value={text}
          onChange={(event) => edit(event.target.value)}
        />
        <p id={`${id}-note`} className="field-hint">
          {t(saved.isOwn ? 'admin.synonyms.own' : 'admin.synonyms.shipped')}
        </p>
      </div>
      {idle.length > 0 && (
        <Notice tone="warn">
          {t('admin.synonyms.idle', {
            count: idle.length,
            lines: idle
              .slice(0, 5)
              .map(({ line, text: said }) => `${said} (${t('admin.synonyms.line', { line })})`)
              .join('; '),
          })}
        </Notice>
      )}
      {outcome === 'saved' && <Notice tone="good">{t('admin.synonyms.saved')}</Notice>}
      {outcome === 'changed-meanwhile' && (
        <Notice tone="bad">
          <div className="row wrap middle gap-3">
            {t('admin.synonyms.changedMeanwhile')}
            <Button onClick={() => void load()}>{t('admin.synonyms.loadTheirs')}</Button>
          </div>
        </Notice>
      )}
      <div className="row wrap middle gap-3">
        <Button variant="primary" disabled={!isChanged || isSaving} onClick={() => void save()}>
          {t('admin.synonyms.save')}
        </Button>
        <Button disabled={!isChanged || isSaving} onClick={() => edit(saved.text)}>
          {t('admin.synonyms.discard')}
        </Button>
        {saved.isOwn && (
          <AskButton
            button={{ disabled: isSaving, children: t('admin.synonyms.toShipped') }}
            title={t('admin.synonyms.toShippedTitle')}
            action={t('admin.synonyms.toShipped')}
            onConfirm={reset}
          >
            <p>{t('admin.synonyms.toShippedHint')}</p>
          </AskButton>
        )}
      </div>
    </>
  );
}
