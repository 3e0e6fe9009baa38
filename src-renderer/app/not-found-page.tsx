import { LinkButton } from '../components/link-button.tsx';
import { StatePanel } from '../components/state-panel.tsx';

export function NotFoundPage({ homeHref }: { readonly homeHref: string }) {
  return (
    <StatePanel
      icon="search"
      title="There is no such page"
      actions={
        <LinkButton variant="primary" href={homeHref}>
          Browse models
        </LinkButton>
      }
    >
      <p>Check the address, or start again from the models.</p>
    </StatePanel>
  );
}
