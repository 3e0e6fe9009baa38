import { useState } from 'react';
import { useStore } from 'zustand';
import type { OutputOf } from '../../../server/contract/index.ts';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useAttempt } from '../../components/forms/use-attempt.ts';
import { toAppError } from '../../errors/describe-error.ts';
import type { FileParts } from '../../features/browse/foreign/foreign-dialog.tsx';
import { ForeignModels } from '../../features/browse/foreign/foreign-models.tsx';
import { t } from '../../text/text.ts';
import { toBrowseRoute } from '../connect-selection.ts';
import { formatRoute } from '../route.ts';
import { SignInLink } from './sign-in-link.tsx';
import type { WebContext } from './web-context.ts';

export function WebForeign({ context }: { readonly context: WebContext }) {
  const { api, stores, navigation } = context;
  const isSignedIn = useStore(stores.session, ({ user }) => user !== null);
  const toSignIn = () =>
    navigation.hrefOf({ name: 'sign-in', next: formatRoute(toBrowseRoute(stores.browse)) });
  return (
    <ForeignModels
      api={api}
      store={stores.browse}
      renderFile={(parts) => <WebFile {...parts} api={api} />}
      signIn={isSignedIn ? null : <SignInLink href={toSignIn()} />}
    />
  );
}

type Taken = OutputOf<'foreignFile'>['files'];

/** Opens the file at its source, and lists the files beside it, as a page cannot save files from other sites. */
function WebFile({ api, model, file, onChanged }: FileParts & Pick<WebContext, 'api'>) {
  const { isBusy, error, attempt } = useAttempt();
  const [taken, setTaken] = useState<Taken>([]);
  const { guid, license, source } = model;
  const take = () =>
    attempt(async () => {
      const { relativePath } = file;
      try {
        const wanted = { guid, relativePath, license, terms: source.terms };
        const { files } = await api.call('foreignFile', wanted);
        setTaken(files);
        window.open(files.at(-1)?.url, '_blank', 'noopener,noreferrer');
      } catch (fault) {
        if (toAppError(fault).code !== 'VERSION_CHANGED') throw fault;
        onChanged();
      }
    });
  return (
    <>
      <Button icon="link" disabled={isBusy} onClick={() => void take()}>
        {t('model.foreign.open', { file: file.fileName })}
      </Button>
      {error !== null && <ErrorNotice error={error} />}
      {taken.length > 0 && (
        <ul aria-label={t('model.foreign.filesAt', { name: source.name })}>
          {taken.map(({ url, relativePath }) => (
            <li key={relativePath}>
              <a className="small breakable" href={url} target="_blank" rel="noreferrer">
                {relativePath}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
