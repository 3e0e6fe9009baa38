import { limits } from '../../server/contract/limits.ts';
import type { Stage } from './3dsmax/stage.ts';

/** Lets the addresses of a download end after its first file, as they do when fifteen minutes pass meanwhile. */
export function endAddresses({ overlay, server }: Pick<Stage, 'overlay' | 'server'>): void {
  let asked = 0;
  overlay.answer(/^\/data\//, async (_seen, passOn) => {
    asked += 1;
    if (asked === 2) server.advance(limits.capability.lifetime);
    const answer = await passOn();
    return { status: answer.status, body: new Uint8Array(await answer.arrayBuffer()) };
  });
}
