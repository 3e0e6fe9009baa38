import '../../text/parts/account.ts';
import '../../text/parts/publish.ts';
import { useStore } from 'zustand';
import { PublishPage } from '../../features/publish/publish-page.tsx';
import { t } from '../../text/text.ts';
import { mayPublish } from './may-publish.ts';
import { SignedIn } from './signed-in.tsx';
import type { WebContext } from './web-context.ts';

type WebPublishProps = { readonly context: WebContext };

export function WebPublish({ context }: WebPublishProps) {
  return (
    <SignedIn store={context.stores.session} reason={t('shell.publishNeedsSignIn')}>
      <Publishing context={context} />
    </SignedIn>
  );
}

function Publishing({ context }: WebPublishProps) {
  const { stores, hrefOfModel } = context;
  const isPublisher = useStore(stores.session, mayPublish);
  const made = stores.publishing.read();
  if (made === null) return null; // loaded with this page's code
  return (
    <PublishPage
      isPublisher={isPublisher}
      store={made.publish}
      outbox={made.outbox}
      hrefOf={(guid) => hrefOfModel({ guid, slug: '' })}
    />
  );
}
