import { writeFileSync } from 'node:fs';
import { serveInspection } from '../../../server/inspect/serve-inspection.ts';

/** A thread of an inspection pool with work that never ends, and that says when it stops. */
await serveInspection({
  endless(file: string, { onFile }) {
    try {
      for (;;) {
        onFile('model.fbx');
        writeFileSync(file, 'begun');
      }
    } finally {
      writeFileSync(file, 'stopped');
    }
  },
});
