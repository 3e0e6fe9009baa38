import { useEffect, useState } from 'react';
import type { Part } from './part.ts';

/** Returns the code of a part of the page, and loads it if needed; null until loaded. */
export function usePart<Code>(part: Part<Code>): Code | null {
  const [code, setCode] = useState(part.read);
  useEffect(() => {
    let isWanted = true;
    part.load().then(
      (loaded) => isWanted && setCode(() => loaded),
      () => undefined, // the page works without it
    );
    return () => {
      isWanted = false;
    };
  }, [part]);
  return code;
}
