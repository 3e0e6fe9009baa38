import { useEffect, useState } from 'react';
import type { Part } from './part.ts';

/** The code of a part of the page, which is fetched if need be; null until it is there. */
export function usePart<Code>(part: Part<Code>): Code | null {
  const [code, setCode] = useState(part.read);
  useEffect(() => {
    let isWanted = true;
    part.load().then(
      (loaded) => isWanted && setCode(() => loaded),
      () => undefined, // the page does without
    );
    return () => {
      isWanted = false;
    };
  }, [part]);
  return code;
}
