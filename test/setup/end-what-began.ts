import { afterAll, onTestFinished } from 'vitest';
import { endFile, endWithTestsBy } from '../helpers/after-use.ts';

endWithTestsBy(onTestFinished);
afterAll(endFile);
