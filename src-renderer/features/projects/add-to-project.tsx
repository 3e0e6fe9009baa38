import { useEffect, useState } from 'react';
import type { Project } from '../../../server/contract/projects.ts';
import type { Api } from '../../api/api.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SelectField } from '../../components/forms/select-field.tsx';
import { useAttempt } from '../../components/forms/use-attempt.ts';
import { t } from '../../text/text.ts';

type AddToProjectProps = {
  readonly api: Api<'projects' | 'changeProject'>;
  readonly guids: readonly string[];
};

/** Puts models into one of the person's projects; nothing where there is none. */
export function AddToProject({ api, guids }: AddToProjectProps) {
  const [projects, setProjects] = useState<readonly Project[]>([]);
  const [added, setAdded] = useState<string | null>(null);
  const { isBusy, error, attempt } = useAttempt();
  useEffect(() => {
    void api.call('projects').then(
      (answer) => setProjects(answer.projects),
      () => {}, // adding to collections goes on
    );
  }, [api]);
  const add = (projectId: string) =>
    void attempt(async () => {
      setAdded((await api.call('changeProject', { projectId, add: [...guids] })).name);
    });
  if (projects.length === 0) return null;
  return (
    <div className="stack gap-2">
      <SelectField label={t('collections.addToProject')} value="" isDisabled={isBusy} onChoose={add}>
        <option value="">{t('collections.chooseProject')}</option>
        {projects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <p role="status" className="quiet small">
        {added !== null && t('collections.addedToProject', { name: added })}
      </p>
      {error !== null && <ErrorNotice error={error} />}
    </div>
  );
}
