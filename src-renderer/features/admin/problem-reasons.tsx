import type { OutputOf } from '../../../server/contract/index.ts';
import { Said } from '../../components/said.tsx';
import { t } from '../../text/text.ts';

export type ProblemGroup = OutputOf<'adminProblems'>['groups'][number];

const mostShown = 5;
const insideOf = (path: string, place: string) =>
  place !== '' && path.startsWith(`${place}/`) ? path.slice(place.length + 1) : path;

/** The problems of a row: each with its reason, or one common reason and an expandable list of files. */
export function ProblemReasons({ group }: { readonly group: ProblemGroup }) {
  const { problems, place, count } = group;
  const areAlike = count > 1;
  const folded = areAlike ? problems : problems.slice(mostShown);
  const beyond = areAlike ? count - problems.length : 0;
  return (
    <>
      <ul className="stack gap-1">
        {problems.slice(0, areAlike ? 1 : mostShown).map(({ path, reason, sentence }) => (
          <li key={`${path} ${reason}`}>
            {!areAlike && problems.length > 1 && path !== place && (
              <span className="small mono">{insideOf(path, place)} </span>
            )}
            <Said>{sentence ?? reason}</Said>
          </li>
        ))}
      </ul>
      {folded.length > 0 && (
        <details className="small">
          <summary>
            {areAlike
              ? t('admin.problems.show', { count })
              : t('admin.problems.more', { count: folded.length })}
          </summary>
          <ul className="stack gap-1">
            {folded.map(({ path, reason, sentence }) => (
              <li key={`${path} ${reason}`}>
                <span className="mono">{insideOf(path, place)}</span>{' '}
                {!areAlike && <Said>{sentence ?? reason}</Said>}
              </li>
            ))}
            {beyond > 0 && <li>{t('admin.problems.more', { count: beyond })}</li>}
          </ul>
        </details>
      )}
    </>
  );
}
