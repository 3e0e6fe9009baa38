type GuidCandidate = {
  readonly guid: string;
  /** True if the format alone identifies it, whatever the slug. */
  readonly isCertain: boolean;
};

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?=-|$)/i;
const number = /^\d+(?=-|$)/;
const mostCandidates = 12;

/** `{guid}-{slug}` can be split at any hyphen: returns the candidates, likeliest first. */
export function findGuidCandidates(segment: string): readonly GuidCandidate[] {
  if (!/^[A-Za-z0-9_-]{1,400}$/.test(segment)) return [];
  const certain = uuid.exec(segment)?.[0] ?? number.exec(segment)?.[0];
  const parts = segment.split('-');
  const cuts = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
  const open = cuts.filter((cut) => cut.length > 0 && cut.length <= 128 && cut !== certain);
  const candidates = open.map((guid) => ({ guid, isCertain: false }));
  const all = certain === undefined ? candidates : [{ guid: certain, isCertain: true }, ...candidates];
  return all.slice(0, mostCandidates);
}
