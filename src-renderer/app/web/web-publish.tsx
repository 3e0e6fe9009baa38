import { useStore } from 'zustand';
import { PublishPage } from '../../features/publish/publish-page.tsx';
import { mayPublish } from './may-publish.ts';
import type { WebContext } from './web-context.ts';

export function WebPublish({ context }: { readonly context: WebContext }) {
  const { stores, hrefOfModel } = context;
  const isPublisher = useStore(stores.session, mayPublish);
  return (
    <PublishPage
      isPublisher={isPublisher}
      store={stores.publish}
      outbox={stores.outbox}
      hrefOf={(guid) => hrefOfModel({ guid, slug: '' })}
    />
  );
}
