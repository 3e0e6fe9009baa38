import { useEffect, useState } from 'react';

/** Returns the current time in milliseconds, updated at an interval while the component is mounted. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
