import { useStore } from 'zustand';
import { PublishPage } from '../../features/publish/publish-page.tsx';
import type { WebContext } from './web-context.ts';

export function WebPublish({ context }: { readonly context: WebContext }) {
  const { stores, hrefOfModel } = context;
  const isPublisher = useStore(stores.session, ({ user }) => user !== null && user.role !== 'member');
  return (
    <PublishPage
      isPublisher={isPublisher}
      store={stores.publish}
      outbox={stores.outbox}
      hrefOf={(guid) => hrefOfModel({ guid, slug: '' })}
    />
  );
}
