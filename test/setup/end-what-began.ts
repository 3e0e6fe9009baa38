import { afterAll, onTestFinished } from 'vitest';
import { endFile, endWithTestsBy } from '../helpers/after-use.ts';

endWithTestsBy((end) => onTestFinished(async () => void (await end())));
afterAll(endFile);
