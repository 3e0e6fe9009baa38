/** This process's present view of the file hosts, by their ids in the database. */
export type HostHealth = {
  note(host: number, isUp: boolean): void;
  /** Notes how long a host took for a short answer, in milliseconds. */
  timed(host: number, milliseconds: number): void;
  /** A host that was never asked is not down. */
  isDown(host: number): boolean;
  /** How long it takes for a short answer of late, in milliseconds; null before the first. */
  distance(host: number): number | null;
};

/** The weight of the newest measurement, so that one slow answer changes no host. */
const newest = 0.2;

export function createHostHealth(): HostHealth {
  const down = new Set<number>();
  const distances = new Map<number, number>();
  return {
    note(host, isUp) {
      if (isUp) down.delete(host);
      else down.add(host);
    },
    timed(host, milliseconds) {
      const before = distances.get(host) ?? milliseconds;
      distances.set(host, before + newest * (milliseconds - before));
    },
    isDown: (host) => down.has(host),
    distance: (host) => distances.get(host) ?? null,
  };
}
