import '../../text/parts/account.ts';
import '../../text/parts/projects.ts';
import { ProjectPage } from '../../features/projects/project-page.tsx';
import { ProjectsPage } from '../../features/projects/projects-page.tsx';
import { sitePath } from '../../lib/site-path.ts';
import { t } from '../../text/text.ts';
import { SignedIn } from './signed-in.tsx';
import type { WebContext } from './web-context.ts';

type WebProjectsProps = {
  readonly context: WebContext;
  /** Null shows all. */
  readonly id: string | null;
};

export function WebProjects({ context, id }: WebProjectsProps) {
  const { api, stores, navigation, hrefOfModel } = context;
  const hrefOf = (project: string) => navigation.hrefOf({ name: 'project', id: project });
  return (
    <SignedIn store={stores.session} reason={t('projects.signIn')}>
      {id === null ? (
        <ProjectsPage
          api={api}
          hrefOf={hrefOf}
          onMade={(made) => navigation.go({ name: 'project', id: made })}
        />
      ) : (
        <ProjectPage
          key={id}
          {...{ api, id }}
          allHref={navigation.hrefOf({ name: 'projects' })}
          hrefOf={(guid) => hrefOfModel({ guid, slug: '' })}
          onCredits={(format) =>
            window.location.assign(
              `${sitePath}/api/projects/${encodeURIComponent(id)}/credits?format=${format}`,
            )
          }
          onGone={() => navigation.replace({ name: 'projects' })}
        />
      )}
    </SignedIn>
  );
}
