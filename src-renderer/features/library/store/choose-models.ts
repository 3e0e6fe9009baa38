/** The selected models of a list, by guid; a range starts at `anchor`, and the keyboard moves `active`. */
export type Choice = {
  readonly chosen: ReadonlySet<string>;
  readonly anchor: string | null;
  readonly active: string | null;
};
export const nothingChosen: Choice = { chosen: new Set(), anchor: null, active: null };

type Modifiers = { readonly isToggle: boolean; readonly isRange: boolean };

export const chooseOne = (guid: string): Choice => ({ chosen: new Set([guid]), anchor: guid, active: guid });

/** Selects as file managers do: one alone, one more or less, or a range from the last one. */
export function choose(
  choice: Choice,
  guids: readonly string[],
  guid: string,
  { isToggle, isRange }: Modifiers,
): Choice {
  const from = choice.anchor === null ? -1 : guids.indexOf(choice.anchor);
  if (isRange && from !== -1) {
    const to = guids.indexOf(guid);
    const range = guids.slice(Math.min(from, to), Math.max(from, to) + 1);
    return {
      chosen: new Set(isToggle ? [...choice.chosen, ...range] : range),
      anchor: choice.anchor,
      active: guid,
    };
  }
  if (!isToggle) return chooseOne(guid);
  const chosen = new Set(choice.chosen);
  if (!chosen.delete(guid)) chosen.add(guid);
  return { chosen, anchor: guid, active: guid };
}

export const chooseAll = (choice: Choice, guids: readonly string[]): Choice => ({
  ...choice,
  chosen: new Set(guids),
});

/** Drops models that are no longer in view; returns the same object if all are. */
export function keepShown(choice: Choice, isShown: (guid: string) => boolean): Choice {
  const chosen = [...choice.chosen].filter(isShown);
  return chosen.length === choice.chosen.size ? choice : { ...choice, chosen: new Set(chosen) };
}
