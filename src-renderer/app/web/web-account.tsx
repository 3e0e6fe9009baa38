import { hasPrices } from '../../lib/has-prices.ts';
import '../../text/parts/account.ts';
import '../../text/parts/share.ts';
import { AccountPage } from '../../features/account/account-page.tsx';
import type { AccountSectionName } from '../../features/account/account-sections.ts';
import { t } from '../../text/text.ts';
import { SignedIn } from './signed-in.tsx';
import type { WebContext } from './web-context.ts';

type WebAccountProps = { readonly context: WebContext; readonly section: AccountSectionName | undefined };

export function WebAccount({ context, section = hasPrices() ? 'unlocks' : 'keys' }: WebAccountProps) {
  const { api, stores, navigation, hrefOfModel } = context;
  return (
    <SignedIn store={stores.session} reason={t('shell.accountNeedsSignIn')}>
      <AccountPage
        api={api}
        store={stores.session}
        current={section}
        hrefOfSection={(name) => navigation.hrefOf({ name: 'account', section: name })}
        hrefOf={(guid) => hrefOfModel({ guid, slug: '' })}
        onDeleted={() => {
          navigation.go({ name: 'browse', search: '' });
          void stores.session.getState().load();
        }}
      />
    </SignedIn>
  );
}
