import { type ReactNode, useEffect, useState } from 'react';
import type { FoundModel, Publish, PublishWish } from '../../../server/contract/publish.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Tick } from '../../components/forms/tick.tsx';
import { LiveRegion } from '../../components/live-region.tsx';
import { Notice } from '../../components/notice.tsx';
import { Said } from '../../components/said.tsx';
import { StatePanel } from '../../components/state-panel.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { formatDateAndTime } from '../../lib/format-date.ts';
import { t } from '../../text/text.ts';
import { DropZone } from './drop-zone.tsx';
import { FileList } from './file-list.tsx';
import { chooseScene } from './local-source.ts';
import { ModelLook } from './model-look.tsx';
import { ModelFacts, OneDraft } from './one-draft.tsx';
import type { Outbox } from './outbox.ts';
import styles from './publish.module.css';
import { keyOf, type PublishState, type PublishStore, wishOf } from './publish-store.ts';
import { SeveralModels } from './several-models.tsx';
import { WishNote } from './wish-note.tsx';

type PublishPageProps = {
  readonly isPublisher: boolean;
  readonly store: PublishStore;
  readonly outbox: Outbox;
  readonly hrefOf: (guid: string) => string;
  /** Why uploads are held; shown while something is still to be uploaded. */
  readonly hold?: ReactNode;
};

/** Turns uploaded files into a model's page, with a preview of the server's result before anyone else sees it. */
export function PublishPage({ isPublisher, ...props }: PublishPageProps) {
  if (isPublisher) return <Publishing {...props} />;
  return (
    <StatePanel icon="lock" title={t('publish.notAllowed')} isPage>
      <p>{t('publish.notAllowedHint')}</p>
    </StatePanel>
  );
}

function Publishing({ store, outbox, hrefOf, hold }: Omit<PublishPageProps, 'isPublisher'>) {
  const { files, wishes } = usePicked(outbox, 'files', 'wishes');
  const { load, busy, found, error, earlier, discard, close } = usePicked(
    store,
    'load',
    'busy',
    'found',
    'error',
    'earlier',
    'discard',
    'close',
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const model = found?.find((one) => keyOf(one) === chosen) ?? found?.[0];
  const hasFiles = files.length > 0;
  const isSending = files.some(({ state: at }) => at !== 'done');
  useEffect(() => void load(), [load]);
  return (
    <div className={styles.page}>
      <header>
        <h1 tabIndex={-1}>{t('publish.title')}</h1>
        <p className={styles.intro}>{t('publish.intro')}</p>
      </header>
      {wishes.map((wish) => (
        <WishNote key={wish.publishId} wish={wish} hrefOf={hrefOf} onClose={close} />
      ))}
      {isSending && hold}
      {hasFiles ? (
        <div className={styles.work}>
          <div className="stack gap-5 shrinkable">
            <ModelLook outbox={outbox} scenes={model?.scenes ?? []} />
            <FileList files={files} discard={discard} />
            <DropZone isSmall add={outbox.getState().add} />
          </div>
          <div className="stack gap-5 shrinkable">
            <Found {...{ store, wishes, isSending, model, hrefOf }} choose={setChosen} />
          </div>
        </div>
      ) : (
        <>
          <DropZone isSmall={false} add={outbox.getState().add} />
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
  return found === null ? '' : t('publish.found', { count: found.length });
}

type FoundProps = {
  readonly store: PublishStore;
  readonly wishes: readonly PublishWish[];
  readonly isSending: boolean;
  readonly model: FoundModel | undefined;
  readonly choose: (key: string | null) => void;
  readonly hrefOf: (guid: string) => string;
};

/** The models that the server finds in the files, and the user's metadata. */
function Found({ store, wishes, isSending, model, choose, hrefOf }: FoundProps) {
  const { found, leftOut, isOneModel, busy, error } = usePicked(
    store,
    'found',
    'leftOut',
    'isOneModel',
    'busy',
    'error',
  );
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
        <Notice tone="warn">{sayNoModel(leftOut)}</Notice>
        <LeftOut leftOut={leftOut} />
      </>
    );
  return (
    <section className="stack gap-5 shrinkable" aria-label={t('publish.found', { count: found.length })}>
      <header>
        <h2>{t('publish.found', { count: found.length })}</h2>
        {isSending && <p className="field-hint">{t('publish.byNames')}</p>}
      </header>
      <LeftOut leftOut={leftOut} />
      {(found.length > 1 || isOneModel) && <OneModel store={store} isLocked={busy !== null} />}
      {found.length > 1 ? (
        <SeveralModels {...{ store, wishes, isSending, found, model, choose, hrefOf }} />
      ) : (
        <>
          <ModelFacts model={model} />
          <OneDraft {...{ store, model, isSending, hrefOf }} wish={wishOf(wishes, model)} />
        </>
      )}
    </section>
  );
}

function OneModel({ store, isLocked }: { readonly store: PublishStore; readonly isLocked: boolean }) {
  const { isOneModel, setOneModel } = usePicked(store, 'isOneModel', 'setOneModel');
  return (
    <Tick isOn={isOneModel} disabled={isLocked} onTurn={setOneModel}>
      {t('publish.oneModel')}
    </Tick>
  );
}

function LeftOut({ leftOut }: Pick<PublishState, 'leftOut'>) {
  if (leftOut.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>{t('publish.leftOut', { count: leftOut.length })}</p>
      <ul
        className={`stack gap-1 breakable ${styles.leftOut}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled by keys as well
        tabIndex={0}
        aria-label={t('publish.leftOut', { count: leftOut.length })}
      >
        {leftOut.map(({ path, reason, sentence }) => (
          <li key={`${path} ${reason}`}>
            {!reason.startsWith(path) && <strong>{path}</strong>} <Said>{sentence ?? reason}</Said>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

type EarlierPublishesProps = {
  readonly publishes: readonly Publish[];
  readonly hrefOf: (guid: string) => string;
};

function EarlierPublishes({ publishes, hrefOf }: EarlierPublishesProps) {
  if (publishes.length === 0) return null;
  return (
    <section className={`stack gap-3 ${styles.earlier}`} aria-label={t('publish.earlier')}>
      <h2>{t('publish.earlier')}</h2>
      <ul className="rows">
        {publishes.map(({ publishId, state, guid, title, reason, sentence, at }) => (
          <li key={publishId}>
            {state === 'published' ? <a href={hrefOf(guid)}>{title}</a> : <span>{title}</span>}
            <span className="tag" data-state={state}>
              {t(`publish.outcomes.${state}`)}
            </span>
            <time dateTime={at}>{formatDateAndTime(at)}</time>
            {reason !== null && (
              <p className="field-error">
                <Said>{sentence ?? reason}</Said>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Explains why publishing is not possible yet: there is no scene file, or one lacks something. */
export function sayNoModel(leftOut: readonly { readonly path: string }[]): string {
  const scene = chooseScene(leftOut.map(({ path }) => ({ relativePath: path, sizeBytes: 0 })));
  return scene === null ? t('publish.noModel') : t('publish.modelLacks');
}
