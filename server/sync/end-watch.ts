import type { ChangesAnswer } from './answers.ts';
import { HostFault } from './host-fault.ts';

/** Maximum restarts of a host, or growths past the end it named, before a full read. */
const mostBeginnings = 3;
const mostPagesBeyond = 100;

/** A host may start over, and may grow while it is read, but reading it must end. Throws HostFault. */
export function createEndWatch(url: string) {
  const unending = (what: string) => new HostFault(`${url} ${what}.`, { isUnending: true });
  let beginnings = 0;
  let end = 0;
  let pagesBeyond = 0;
  const start = (head: number) => {
    end = head;
    pagesBeyond = 0;
  };
  return {
    beginAnew(head: number) {
      start(head);
      beginnings += 1;
      if (beginnings <= mostBeginnings) return;
      beginnings = 0;
      throw unending('starts over again and again before it has been read to its end');
    },
    page({ hasMore, next, head }: ChangesAnswer) {
      if (!hasMore) {
        beginnings = 0;
        start(head);
        return;
      }
      pagesBeyond += next > end ? 1 : 0;
      if (pagesBeyond <= mostPagesBeyond) return;
      start(head);
      throw unending('has more and more changes and comes to no end');
    },
  };
}
