/** This process's current view of the file hosts, by their ids in the database. */
export type HostHealth = ReturnType<typeof createHostHealth>;

/** Weight of the newest measurement, so that a single slow answer has little effect. */
const newest = 0.2;

export function createHostHealth() {
  const down = new Set<number>();
  const distances = new Map<number, number>();
  return {
    note(host: number, isUp: boolean) {
      if (isUp) down.delete(host);
      else down.add(host);
    },
    /** Records how long a host took for a short answer, in milliseconds. */
    timed(host: number, milliseconds: number) {
      const before = distances.get(host) ?? milliseconds;
      distances.set(host, before + newest * (milliseconds - before));
    },
    /** False for a host that has never been contacted. */
    isDown: (host: number) => down.has(host),
    /** Returns a moving average of the time for a short answer, in milliseconds; null before the first. */
    distance: (host: number) => distances.get(host) ?? null,
  };
}
