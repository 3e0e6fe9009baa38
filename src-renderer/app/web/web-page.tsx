import { startTransition, useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { StatePanel } from '../../components/state-panel.tsx';
import { t } from '../../text/text.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import type { ShownPage } from '../shown-page.ts';
import type { WebContext } from './web-context.ts';
import type { WebParts } from './web-parts.ts';

type WebPageProps = {
  readonly context: WebContext;
  readonly parts: WebParts;
  readonly shown: ShownPage;
  readonly signInHref: string;
};

/** The page of the address; rendered after the frame around it, so that slow phones stay responsive. */
export function WebPage(props: WebPageProps) {
  const [isFramed, setIsFramed] = useState(false);
  useEffect(() => startTransition(() => setIsFramed(true)), []);
  return isFramed && props.shown.code !== 'loading' ? <Page {...props} /> : null;
}

function Page({ context, parts, shown, signInHref }: WebPageProps) {
  const { route, code } = shown;
  if (code === 'failed') return <NoCodePage />;
  switch (route.name) {
    case 'browse':
    case 'favourites':
    case 'collections':
    case 'collection': {
      const { WebCatalogue } = parts.catalogue.read() ?? {};
      return WebCatalogue && <WebCatalogue {...{ context, route, signInHref }} />;
    }
    case 'model': {
      const { WebModel } = parts.model.read() ?? {};
      return WebModel && <WebModel {...{ context, route }} />;
    }
    case 'sign-in': {
      const { WebSignIn } = parts.signIn.read() ?? {};
      return WebSignIn && <WebSignIn context={context} next={route.next} />;
    }
    case 'account': {
      const { WebAccount } = parts.account.read() ?? {};
      return WebAccount && <WebAccount context={context} section={route.section} />;
    }
    case 'projects':
    case 'project': {
      const { WebProjects } = parts.projects.read() ?? {};
      const id = route.name === 'project' ? route.id : null;
      return WebProjects && <WebProjects {...{ context, id }} />;
    }
    case 'publish': {
      const { WebPublish } = parts.publish.read() ?? {};
      return WebPublish && <WebPublish context={context} />;
    }
    case 'approve': {
      const { WebApprove } = parts.approve.read() ?? {};
      return WebApprove && <WebApprove key={route.sessionId} {...{ context }} sessionId={route.sessionId} />;
    }
    case 'admin': {
      const { WebAdmin } = parts.admin.read() ?? {};
      return WebAdmin && <WebAdmin {...{ context, route }} />;
    }
    default:
      return <NotFoundPage homeHref={context.navigation.hrefOf({ name: 'browse', search: '' })} />;
  }
}

/** Shown if the server no longer has this page's files, or cannot be reached. */
function NoCodePage() {
  return (
    <StatePanel
      isPage
      isAlert
      icon="offline"
      title={t('shell.noCode.title')}
      actions={
        <Button variant="primary" icon="retry" onClick={() => window.location.reload()}>
          {t('shell.noCode.reload')}
        </Button>
      }
    >
      <p>{t('shell.noCode.hint')}</p>
    </StatePanel>
  );
}
