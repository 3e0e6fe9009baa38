import { beforeEach } from 'vitest';
import { quarantine } from '../quarantine.ts';

beforeEach(({ task, skip }) => {
  if (quarantine[task.fullTestName] !== undefined) skip();
});
