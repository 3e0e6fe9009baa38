import { type FormEvent, useEffect, useState } from 'react';
import type { Project } from '../../../server/contract/projects.ts';
import type { Api } from '../../api/api.ts';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SelectField } from '../../components/forms/select-field.tsx';
import { useAttempt } from '../../components/forms/use-attempt.ts';
import { t } from '../../text/text.ts';

type AddToProjectProps = {
  readonly api: Api<'projects' | 'changeProject'>;
  readonly guids: readonly string[];
};

/** Adds models to one of the user's projects; nothing if there are none. */
export function AddToProject({ api, guids }: AddToProjectProps) {
  const [projects, setProjects] = useState<readonly Project[]>([]);
  const [projectId, setProjectId] = useState('');
  const [added, setAdded] = useState<string | null>(null);
  const { isBusy, error, attempt } = useAttempt();
  useEffect(() => {
    void api.call('projects').then(
      (answer) => {
        setProjects(answer.projects);
        setProjectId(answer.projects[0]?.id ?? '');
      },
      () => {}, // adding to collections still works
    );
  }, [api]);
  const add = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      setAdded((await api.call('changeProject', { projectId, add: [...guids] })).name);
    });
  };
  if (projects.length === 0) return null;
  return (
    <form className="stack gap-2" onSubmit={add}>
      <SelectField
        label={t('collections.addToProject')}
        value={projectId}
        options={projects.map(({ id, name }) => [id, name])}
        onChoose={setProjectId}
      />
      <div className="row wrap middle between gap-3">
        <span role="status" className="quiet small">
          {added !== null && t('collections.addedToProject', { name: added })}
        </span>
        <Button type="submit" icon="add" disabled={isBusy}>
          {t('collections.addToProject')}
        </Button>
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </form>
  );
}
