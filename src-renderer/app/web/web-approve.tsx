import '../../text/parts/approve.ts';
import '../../text/parts/account.ts';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { ApprovePage } from '../../features/approve/approve-page.tsx';
import { createApproveStore } from '../../features/approve/approve-store.ts';
import { CodePage } from '../../features/approve/code-page.tsx';
import { t } from '../../text/text.ts';
import { SignedIn } from './signed-in.tsx';
import type { WebContext } from './web-context.ts';

type WebApproveProps = {
  readonly context: WebContext;
  /** Null if the user has no link and types the code shown in the app. */
  readonly sessionId: string | null;
};

export function WebApprove({ context, sessionId }: WebApproveProps) {
  return (
    <SignedIn store={context.stores.session} reason={t('shell.approvalNeedsSignIn')}>
      {sessionId === null ? <ByCode context={context} /> : <ByLink context={context} sessionId={sessionId} />}
    </SignedIn>
  );
}

function ByCode({ context }: { readonly context: WebContext }) {
  const { navigation } = context;
  return <CodePage onCode={(code) => navigation.go({ name: 'approve', sessionId: code })} />;
}

function ByLink({ context, sessionId }: { readonly context: WebContext; readonly sessionId: string }) {
  const { api, stores } = context;
  const [store] = useState(() => createApproveStore(api, sessionId, (url) => window.location.assign(url)));
  const isSignedOut = useStore(store, ({ error }) => error?.code === 'UNAUTHENTICATED');
  useEffect(() => {
    if (isSignedOut) void stores.session.getState().load();
  }, [isSignedOut, stores]);
  return (
    <ApprovePage store={store} codeHref={context.navigation.hrefOf({ name: 'approve', sessionId: null })} />
  );
}
