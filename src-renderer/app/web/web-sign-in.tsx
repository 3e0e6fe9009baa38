import '../../text/parts/account.ts';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { toSafeNextPath } from '../../../server/shared/next-path.ts';
import { SignInPage } from '../../features/account/sign-in-page.tsx';
import { sitePath } from '../../lib/site-path.ts';
import { t } from '../../text/text.ts';
import { parseRoute } from '../route.ts';
import type { WebContext } from './web-context.ts';

type WebSignInProps = { readonly context: WebContext; readonly next: string | null };

export function WebSignIn({ context, next }: WebSignInProps) {
  const { stores, navigation } = context;
  const user = useStore(stores.session, (state) => state.user);
  useEffect(() => {
    if (user === null) return;
    const address = toSafeNextPath(next);
    const route = parseRoute(address);
    if (route.name === 'not-found') window.location.assign(`${sitePath}${address}`); // a download, or another page of the server
    navigation.replace(route.name === 'not-found' ? { name: 'browse', search: '' } : route);
  }, [user, next, navigation]);
  const isForModel = parseRoute(toSafeNextPath(next)).name === 'model';
  const reason = isForModel ? { reason: t('shell.modelNeedsSignIn') } : {};
  return <SignInPage store={stores.session} next={next} {...reason} />;
}
