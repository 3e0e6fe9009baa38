export type Outcome =
  /** Answered as asked. */
  | 'fine'
  /** Refused as overload, storage or a host that is away should be: 502, 503 or 507 with our error body, or 429. */
  | 'announced'
  /** Answered with another failure. */
  | 'wrong'
  /** No answer: the connection was refused, cut or too slow. */
  | 'cut';

export type Sample = {
  readonly kind: string;
  readonly from: number;
  readonly milliseconds: number;
  readonly outcome: Outcome;
  /** What was wrong, for the report. */
  readonly what: string;
};

/** A time in which a fault was there, and which failures it explains. */
type FaultWindow = {
  readonly fault: string;
  readonly from: number;
  /** Null while it lasts. */
  to: number | null;
  /** Connections may break: a process was killed, or has no descriptors left. */
  readonly cuts: boolean;
  /** Kinds of request that may be refused with a failure of their own, such as files whose time is over. */
  readonly excuses: readonly string[];
};

/** After a fault ends, requests that began within so many milliseconds before may still fail because of it. */
const grace = 2_000;

export const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

export type Measurements = ReturnType<typeof createMeasurements>;

/** Every request of a run, and the faults next to them. */
export function createMeasurements() {
  const samples: Sample[] = [];
  const windows: FaultWindow[] = [];

  const isExplained = ({ kind, from, milliseconds, outcome }: Sample) =>
    windows.some((window) => {
      const overlaps =
        from <= (window.to ?? Number.POSITIVE_INFINITY) + grace && from + milliseconds >= window.from;
      return overlaps && (outcome === 'cut' ? window.cuts : window.excuses.includes(kind));
    });

  return {
    note: (sample: Sample) => void samples.push(sample),
    /** Opens the window of a fault; the returned function closes it. */
    open(fault: string, { cuts = false, excuses = [] as readonly string[] } = {}) {
      const window: FaultWindow = { fault, from: performance.now(), to: null, cuts, excuses };
      windows.push(window);
      return () => {
        window.to = performance.now();
      };
    },
    samples: () => samples,
    faults: () => windows.map(({ fault }) => fault),
    /** Failures that the server did not announce and no fault explains. */
    unannounced: () =>
      samples.filter(
        (sample) => (sample.outcome === 'wrong' || sample.outcome === 'cut') && !isExplained(sample),
      ),
    /** Faults that were there while a sample was made. */
    during: ({ from, milliseconds }: Sample) =>
      windows
        .filter(
          (window) => from <= (window.to ?? Number.POSITIVE_INFINITY) && from + milliseconds >= window.from,
        )
        .map(({ fault }) => fault),
  };
}

/** Slope of a line through points by least squares, in y per x; NaN for fewer than two. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const count = points.length;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / count;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / count;
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return above / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
