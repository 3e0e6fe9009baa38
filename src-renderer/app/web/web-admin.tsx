import '../../text/parts/account.ts';
import '../../text/parts/admin.ts';
import { useStore } from 'zustand';
import { AccountSection } from '../../features/admin/account-section.tsx';
import { AccountsSection } from '../../features/admin/accounts-section.tsx';
import { AdminPage } from '../../features/admin/admin-page.tsx';
import type { HrefOfSection } from '../../features/admin/admin-sections.ts';
import { BackupsSection } from '../../features/admin/backups-section.tsx';
import { DuplicatesSection } from '../../features/admin/duplicates/duplicates-section.tsx';
import { HostsSection } from '../../features/admin/hosts-section.tsx';
import { InvitationsSection } from '../../features/admin/invitations-section.tsx';
import { LibrarySection } from '../../features/admin/library/library-section.tsx';
import { ModelsSection } from '../../features/admin/models/models-section.tsx';
import { OverviewSection } from '../../features/admin/overview-section.tsx';
import { ProblemsSection } from '../../features/admin/problems-section.tsx';
import { PublishingSection } from '../../features/admin/publishing-section.tsx';
import { RecordSection } from '../../features/admin/record-section.tsx';
import { RightsSection } from '../../features/admin/rights/rights-section.tsx';
import { SourcesSection } from '../../features/admin/sources-section.tsx';
import { StartersSection } from '../../features/admin/starters-section.tsx';
import { SynonymsSection } from '../../features/admin/synonyms/synonyms-section.tsx';
import { UsageSection } from '../../features/admin/usage/usage-section.tsx';
import { t } from '../../text/text.ts';
import type { Route } from '../route.ts';
import { SignedIn } from './signed-in.tsx';
import type { WebContext } from './web-context.ts';

type WebAdminProps = {
  readonly context: WebContext;
  readonly route: Extract<Route, { name: 'admin' }>;
};

export function WebAdmin({ context, route }: WebAdminProps) {
  const { stores, navigation } = context;
  const isAdmin = useStore(stores.session, ({ user }) => user?.role === 'admin');
  const hrefOf: HrefOfSection = (section, search = '') =>
    navigation.hrefOf({ name: 'admin', section, id: null, search });
  return (
    <SignedIn store={stores.session} reason={t('shell.adminNeeded')}>
      <AdminPage isAdmin={isAdmin} current={route.section} hrefOf={hrefOf}>
        <Section {...{ context, route, hrefOf }} />
      </AdminPage>
    </SignedIn>
  );
}

type SectionProps = WebAdminProps & { readonly hrefOf: HrefOfSection };

function Section({ context, route, hrefOf }: SectionProps) {
  const { api, stores, navigation, hrefOfModel } = context;
  const ownId = useStore(stores.session, ({ user }) => user?.id ?? '');
  switch (route.section) {
    case 'overview':
      return <OverviewSection api={api} hrefOf={hrefOf} />;
    case 'server':
      return (
        <UsageSection
          key={route.search}
          api={api}
          search={route.search ?? ''}
          hrefOf={hrefOf}
          hrefOfBrowse={(search) => navigation.hrefOf({ name: 'browse', search })}
        />
      );
    case 'synonyms':
      return <SynonymsSection api={api} hrefOfModel={(guid) => hrefOfModel({ guid, slug: '' })} />;
    case 'models':
      return (
        <ModelsSection
          api={api}
          search={route.search ?? ''}
          onSearch={(search) => navigation.replace({ ...route, search })}
          hrefOfModel={({ guid }) => hrefOfModel({ guid, slug: '' })}
        />
      );
    case 'hosts':
      return <HostsSection api={api} />;
    case 'sources':
      return <SourcesSection api={api} />;
    case 'library':
      return (
        <LibrarySection
          key={route.id}
          api={api}
          folder={route.id ?? ''}
          hrefOf={(folder) =>
            navigation.hrefOf({ name: 'admin', section: 'library', id: folder === '' ? null : folder })
          }
        />
      );
    case 'people':
      if (route.id !== null)
        return <AccountSection key={route.id} api={api} accountId={route.id} ownId={ownId} />;
      return (
        <AccountsSection
          api={api}
          hrefOf={(id) => navigation.hrefOf({ name: 'admin', section: 'people', id })}
        />
      );
    case 'invitations':
      return <InvitationsSection api={api} />;
    case 'rights':
      return <RightsSection api={api} />;
    case 'publishing':
      return <PublishingSection api={api} />;
    case 'problems':
      return <ProblemsSection api={api} hrefOfModel={({ guid }) => hrefOfModel({ guid, slug: '' })} />;
    case 'duplicates':
      return <DuplicatesSection api={api} hrefOfModel={({ guid }) => hrefOfModel({ guid, slug: '' })} />;
    case 'plugins':
      return <StartersSection api={api} />;
    case 'backups':
      return <BackupsSection api={api} />;
    case 'log':
      return <RecordSection api={api} />;
  }
}
