import { type FormEvent, type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import type { Collection } from '../../../../server/contract/accounts/model-lists.ts';
import { limits } from '../../../../server/contract/limits.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { Dialog } from '../../../components/forms/dialog.tsx';
import { TextField } from '../../../components/forms/text-field.tsx';
import { useAttempt } from '../../../components/forms/use-attempt.ts';
import { usePicked } from '../../../data/use-picked.ts';
import { t } from '../../../text/text.ts';
import type { CollectionsStore, Wanted } from '../store/collections-store.ts';
import styles from './collections.module.css';

type CollectionChooserProps = {
  readonly store: CollectionsStore;
  /** The link to sign in, for users who are not. */
  readonly signIn: ReactNode;
  readonly hrefOf: (id: string) => string;
  /** Other targets for the models. */
  readonly renderMore?: ((guids: readonly string[]) => ReactNode) | undefined;
};

/** Asks for the collections of one model, or for one that many models are added to; renders nothing while closed. */
export function CollectionChooser({ store, signIn, hrefOf, renderMore }: CollectionChooserProps) {
  const { wanted, status, error } = usePicked(store, 'wanted', 'status', 'error');
  const { endChoosing, load } = store.getState();
  if (wanted === null) return null;
  return (
    <Dialog title={t('collections.add')} onClose={endChoosing}>
      <p className="quiet">{wanted.title}</p>
      {status === 'signed-out' && (
        <>
          <p>{t('collections.signInFirst')}</p>
          {signIn}
        </>
      )}
      {status === 'failed' && error !== null && <ErrorNotice error={error} onRetry={() => void load()} />}
      {status === 'ready' && <Choices {...{ store, wanted, hrefOf, renderMore }} />}
    </Dialog>
  );
}

type ChoicesProps = Omit<CollectionChooserProps, 'signIn'> & { readonly wanted: Wanted };

function Choices({ store, wanted, hrefOf, renderMore }: ChoicesProps) {
  const collections = useStore(store, (state) => state.collections);
  const { isBusy, error, attempt } = useAttempt();
  const [name, setName] = useState('');
  const { make, add, remove, endChoosing } = store.getState();
  const has = ({ guids }: Collection) => wanted.guids.every((guid) => guids.includes(guid));
  const toggle = (collection: Collection) =>
    void attempt(() => (has(collection) ? remove : add)(collection.id, wanted.guids));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      await make(name, wanted.guids);
      setName('');
    });
  };
  return (
    <>
      {collections.length > 0 && (
        <fieldset className={styles.choices}>
          <legend className="visually-hidden">{t('collections.titlePlain')}</legend>
          {collections.map((collection) => (
            <label key={collection.id} className={styles.choice}>
              <input
                type="checkbox"
                checked={has(collection)}
                disabled={isBusy}
                onChange={() => toggle(collection)}
              />
              <span className={styles.name}>{collection.name}</span>
              <a className={styles.count} href={hrefOf(collection.id)} onClick={endChoosing}>
                {t('collections.models', { count: collection.guids.length })}
              </a>
            </label>
          ))}
        </fieldset>
      )}
      {error !== null && <ErrorNotice error={error} />}
      {collections.length < limits.modelLists.collections && (
        <form className={styles.form} onSubmit={submit}>
          <TextField
            label={t('collections.new')}
            required
            maxLength={100}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" icon="add" disabled={isBusy}>
            {t('collections.create')}
          </Button>
        </form>
      )}
      {renderMore?.(wanted.guids)}
      <div className="row to-end">
        <Button variant="primary" onClick={endChoosing}>
          {t('common.done')}
        </Button>
      </div>
    </>
  );
}
