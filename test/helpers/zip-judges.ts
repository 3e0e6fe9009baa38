import { execFileSync } from 'node:child_process';
import { python } from './find-python.ts';
import { isOnPath } from './is-on-path.ts';

type Judge = {
  readonly command: string;
  readonly test: (zip: string) => readonly string[];
  readonly read: (zip: string, entry: string) => readonly string[];
};

const pythonTest = 'import sys,zipfile; sys.exit(zipfile.ZipFile(sys.argv[1]).testzip() is not None)';
const pythonRead =
  'import sys,zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))';
const judges: readonly Judge[] = [
  { command: '7z', test: (zip) => ['t', zip], read: (zip, entry) => ['e', '-so', zip, entry] },
  { command: 'unzip', test: (zip) => ['-tq', zip], read: (zip, entry) => ['-p', zip, entry] },
  {
    command: 'python3',
    test: (zip) => ['-c', pythonTest, zip],
    read: (zip, entry) => ['-c', pythonRead, zip, entry],
  },
];

const present = judges.filter(({ command }) => isOnPath(command));
const missing = judges.filter((judge) => !present.includes(judge)).map(({ command }) => command);

/** The judges that are not installed, as words behind a test's name. */
export const judgesNote = missing.length === 0 ? '' : ` (skipped for ${missing.join(', ')}: not installed)`;

const askEach = (toArguments: (judge: Judge) => readonly string[]) =>
  Object.fromEntries(
    present.map((judge) => {
      try {
        return [
          judge.command,
          execFileSync(judge.command === 'python3' ? python : judge.command, toArguments(judge), {
            ...{ encoding: 'utf8', stdio: 'pipe' },
          }),
        ];
      } catch (error) {
        return [judge.command, `refused: ${error}`];
      }
    }),
  );

/** What installed judges of ZIPs complain of, reading every entry; empty when all are content. */
export const complaintsOf = (zip: string): readonly string[] =>
  Object.values(askEach((judge) => judge.test(zip))).filter((said) => said.startsWith('refused'));

/** The text of one entry as each installed judge reads it; one element when all agree. */
export const readEntry = (zip: string, entry: string): readonly string[] => [
  ...new Set(Object.values(askEach((judge) => judge.read(zip, entry)))),
];
