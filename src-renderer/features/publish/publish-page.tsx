import { type ReactNode, useEffect, useId } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Publish } from '../../../server/contract/publish.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { LiveRegion } from '../../components/live-region.tsx';
import { Notice } from '../../components/notice.tsx';
import { Said } from '../../components/said.tsx';
import { StatePanel } from '../../components/state-panel.tsx';
import { translateSentence } from '../../errors/translate-sentence.ts';
import { t } from '../../text/text.ts';
import { DropZone } from './drop-zone.tsx';
import { EarlierPublishes } from './earlier-publishes.tsx';
import { FileList } from './file-list.tsx';
import { ModelLook } from './model-look.tsx';
import type { Outbox } from './outbox.ts';
import { ProductForm } from './product-form.tsx';
import styles from './publish.module.css';
import type { PublishState, PublishStore } from './publish-store.ts';

type PublishPageProps = {
  /** Whether the person may publish. */
  readonly isPublisher: boolean;
  readonly store: PublishStore;
  readonly outbox: Outbox;
  readonly hrefOf: (guid: string) => string;
  /** Why nothing is sent now; shown while something is still to be sent. */
  readonly hold?: ReactNode;
};

/** Files of one model in, its page out: what the server makes of them is shown before anybody else sees it. */
export function PublishPage({ isPublisher, ...props }: PublishPageProps) {
  if (isPublisher) return <Publishing {...props} />;
  return (
    <StatePanel icon="lock" title={t('publish.notAllowed')} isPage>
      <p>{t('publish.notAllowedHint')}</p>
    </StatePanel>
  );
}

function Publishing({ store, outbox, hrefOf, hold }: Omit<PublishPageProps, 'isPublisher'>) {
  const files = useStore(outbox, (sent) => sent.files);
  const { load, busy, found, error, done, earlier, discard, closeDone } = useStore(
    store,
    useShallow((state) => ({
      ...{ load: state.load, busy: state.busy, found: state.found, error: state.error },
      ...{ done: state.done, earlier: state.earlier, discard: state.discard, closeDone: state.closeDone },
    })),
  );
  const isLocked = busy === 'publishing';
  const hasFiles = files.length > 0;
  const isSending = files.some(({ state: at }) => at !== 'done');
  useEffect(() => {
    void load();
  }, [load]);
  return (
    <div className={styles.page}>
      <header>
        <h1 tabIndex={-1}>{t('publish.title')}</h1>
        <p className={styles.intro}>{t('publish.intro')}</p>
      </header>
      {done !== null && <Done done={done} hrefOf={hrefOf} onClose={closeDone} />}
      {isSending && hold}
      {hasFiles ? (
        <div className={styles.work}>
          <div className={styles.left}>
            <ModelLook outbox={outbox} />
            <FileList files={files} isLocked={isLocked} discard={discard} />
            <DropZone isSmall isLocked={isLocked} add={outbox.getState().add} />
          </div>
          <div className={styles.right}>
            <Found store={store} isSending={isSending} />
          </div>
        </div>
      ) : (
        <>
          <DropZone isSmall={false} isLocked={isLocked} add={outbox.getState().add} />
          {error !== null && <ErrorNotice error={error} />}
        </>
      )}
      <EarlierPublishes publishes={earlier} hrefOf={hrefOf} />
      <LiveRegion text={describe({ busy, found })} />
    </div>
  );
}

function describe({ busy, found }: Pick<PublishState, 'busy' | 'found'>): string {
  if (busy === 'checking') return t('publish.checking');
  if (busy === 'publishing') return t('publish.publishing');
  return found === null ? '' : t('publish.found', { count: found.length });
}

type FoundProps = {
  readonly store: PublishStore;
  readonly isSending: boolean;
};

/** What the server makes of the files, and what the person says of it. */
function Found({ store, isSending }: FoundProps) {
  const { found, leftOut, isOneModel, busy, error } = useStore(
    store,
    useShallow(({ found, leftOut, isOneModel, busy, error }) => ({
      found,
      leftOut,
      isOneModel,
      busy,
      error,
    })),
  );
  const [model] = found ?? [];
  if (found === null)
    return error === null ? (
      <div className={styles.later}>
        <h2>{t('publish.product')}</h2>
        <p>{isSending ? t('publish.afterUpload') : t('publish.checking')}</p>
      </div>
    ) : (
      <ErrorNotice error={error} />
    );
  if (model === undefined)
    return (
      <>
        <Notice tone="warn">{t('publish.noModel')}</Notice>
        <LeftOut leftOut={leftOut} />
      </>
    );
  return (
    <section className={styles.found} aria-label={t('publish.found', { count: found.length })}>
      <h2>{t('publish.found', { count: found.length })}</h2>
      <ul className={styles.models}>
        {found.slice(0, mostShown).map(({ title, lods, formats, scenes, triangles }) => (
          <li key={scenes.join()}>
            <strong>{title}</strong>
            <span className={styles.tags}>
              {lods.map((lod) => (
                <span key={lod} className="tag">
                  {lod}
                </span>
              ))}
              {formats.map((format) => (
                <span key={format} className="tag">
                  {format.toUpperCase()}
                </span>
              ))}
            </span>
            {triangles !== null && <span>{t('publish.triangles', { count: triangles })}</span>}
          </li>
        ))}
        {found.length > mostShown && <li>{t('publish.more', { count: found.length - mostShown })}</li>}
      </ul>
      <LeftOut leftOut={leftOut} />
      {(found.length > 1 || isOneModel) && <OneModel store={store} isLocked={busy !== null} />}
      {found.length > 1 ? (
        <Notice tone="warn">{t('publish.several')}</Notice>
      ) : (
        <>
          <VersionChoice store={store} />
          <ProductForm store={store} found={model} />
        </>
      )}
    </section>
  );
}

const mostShown = 8;

function OneModel({ store, isLocked }: { readonly store: PublishStore; readonly isLocked: boolean }) {
  const { isOneModel, setOneModel } = useStore(
    store,
    useShallow(({ isOneModel, setOneModel }) => ({ isOneModel, setOneModel })),
  );
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={isOneModel}
        disabled={isLocked}
        onChange={(event) => setOneModel(event.target.checked)}
      />
      {t('publish.oneModel')}
    </label>
  );
}

/** A new model, or the next version of one of the person's own. */
function VersionChoice({ store }: { readonly store: PublishStore }) {
  const id = useId();
  const { earlier, guid, setGuid } = useStore(
    store,
    useShallow(({ earlier, guid, setGuid }) => ({ earlier, guid, setGuid })),
  );
  const own = new Map(
    earlier
      .filter((one) => one.state === 'published' || one.state === 'waiting')
      .toReversed()
      .map((one) => [one.guid, one.title]),
  );
  if (own.size === 0) return null;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t('publish.version')}
      </label>
      <select
        id={id}
        className={`input ${styles.wide}`}
        value={guid ?? ''}
        onChange={({ target }) => setGuid(target.value === '' ? null : target.value)}
      >
        <option value="">{t('publish.newModel')}</option>
        {[...own].map(([key, title]) => (
          <option key={key} value={key}>
            {t('publish.newVersion', { title })}
          </option>
        ))}
      </select>
      {guid !== null && <p className="field-hint">{t('publish.versionHint')}</p>}
    </div>
  );
}

function LeftOut({ leftOut }: Pick<PublishState, 'leftOut'>) {
  if (leftOut.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>{t('publish.leftOut', { count: leftOut.length })}</p>
      <ul className={styles.leftOut}>
        {leftOut.map(({ path, reason }) => (
          <li key={`${path} ${reason}`}>
            <strong>{path}</strong> <Said>{reason}</Said>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

type DoneProps = {
  readonly done: Publish;
  readonly hrefOf: (guid: string) => string;
  readonly onClose: () => void;
};

function Done({ done: { state, title, guid, reason }, hrefOf, onClose }: DoneProps) {
  const tone = state === 'failed' ? 'bad' : state === 'waiting' ? 'info' : 'good';
  return (
    <Notice tone={tone}>
      <div className={styles.done}>
        <p>
          {state === 'failed' && t('publish.failed', { title, reason: translateSentence(reason ?? '') })}
          {state === 'waiting' && t('publish.waiting', { title })}
          {state === 'published' && t('publish.published', { title })}
        </p>
        {state === 'published' && (
          <LinkButton variant="primary" href={hrefOf(guid)}>
            {t('publish.open')}
          </LinkButton>
        )}
        <Button variant="quiet" icon="close" aria-label={t('common.close')} onClick={onClose} />
      </div>
    </Notice>
  );
}
