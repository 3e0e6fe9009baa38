import { type DivisionStep, divideDatabase } from '../../../../server/base/db/catalogue-file.ts';

/** Divides a database and ends itself as `kill -9` does, right after a step. */
const [file = '', last = ''] = process.argv.slice(2);
divideDatabase(file, (step: DivisionStep) => {
  if (step === last) process.kill(process.pid, 'SIGKILL');
});
