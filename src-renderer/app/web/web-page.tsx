import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { AccountPage } from '../../features/account/account-page.tsx';
import { SignInPage } from '../../features/account/sign-in-page.tsx';
import { ApprovePage } from '../../features/approve/approve-page.tsx';
import { createApproveStore } from '../../features/approve/approve-store.ts';
import { BrowsePage } from '../../features/browse/browse-page.tsx';
import { toSafeNextPath } from '../../lib/next-path.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import { parseRoute, type Route } from '../route.ts';
import { SignedIn } from './signed-in.tsx';
import type { WebContext } from './web-context.ts';
import { WebModel } from './web-model.tsx';

type WebPageProps = { readonly context: WebContext; readonly route: Route; readonly signInHref: string };

export function WebPage({ context, route, signInHref }: WebPageProps) {
  const { api, stores, navigation, hrefOfModel } = context;
  switch (route.name) {
    case 'browse':
      return <WebBrowse context={context} />;
    case 'model':
      return <WebModel context={context} address={route} signInHref={signInHref} />;
    case 'sign-in':
      return <SignIn context={context} next={route.next} />;
    case 'account':
      return (
        <SignedIn store={stores.session} reason="Sign in to see your account.">
          <AccountPage api={api} store={stores.session} hrefOf={(guid) => hrefOfModel({ guid, slug: '' })} />
        </SignedIn>
      );
    case 'approve':
      return <Approve key={route.sessionId} context={context} sessionId={route.sessionId} />;
    default:
      return <NotFoundPage homeHref={navigation.hrefOf({ name: 'browse', search: '' })} />;
  }
}

const nothingLocal: ReadonlySet<string> = new Set();

function WebBrowse({ context }: { readonly context: WebContext }) {
  const { stores, hrefOfModel, openModel } = context;
  const unlocked = useStore(stores.session, (state) => state.unlocked);
  const [marks, setMarks] = useState({ inLibrary: nothingLocal, unlocked });
  if (marks.unlocked !== unlocked) setMarks({ inLibrary: nothingLocal, unlocked });
  return (
    <BrowsePage
      store={stores.browse}
      marks={marks}
      hrefOf={hrefOfModel}
      onOpen={openModel}
      serverNotice={null}
      offlineActions={null}
    />
  );
}

function SignIn({ context, next }: { readonly context: WebContext; readonly next: string | null }) {
  const { stores, navigation } = context;
  const user = useStore(stores.session, (state) => state.user);
  useEffect(() => {
    if (user === null) return;
    const address = toSafeNextPath(next);
    const route = parseRoute(address);
    if (route.name === 'not-found') window.location.assign(address); // a download, or another page of the server
    navigation.replace(route.name === 'not-found' ? { name: 'browse', search: '' } : route);
  }, [user, next, navigation]);
  return <SignInPage store={stores.session} />;
}

function Approve({ context, sessionId }: { readonly context: WebContext; readonly sessionId: string }) {
  const { api, stores } = context;
  const [store] = useState(() => createApproveStore(api, sessionId));
  const isSignedOut = useStore(store, ({ error }) => error?.code === 'UNAUTHENTICATED');
  useEffect(() => {
    if (isSignedOut) void stores.session.getState().load();
  }, [isSignedOut, stores]);
  return (
    <SignedIn
      store={stores.session}
      reason="An app asks to use your account. Sign in to see what it asks for."
    >
      <ApprovePage store={store} />
    </SignedIn>
  );
}
