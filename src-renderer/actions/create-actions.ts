import { type ActionName, actionDefinitions, isActionName } from './action-definitions.ts';

export type Action = {
  readonly name: ActionName;
  readonly label: string;
  readonly shortcut: string | null;
  readonly perform: () => void;
};

export type Actions = Readonly<Partial<Record<ActionName, Action>>>;

/** Joins the names with what they do here; an action without a performer does not exist on this platform. */
export function createActions(performers: Readonly<Partial<Record<ActionName, () => void>>>): Actions {
  const actions: Partial<Record<ActionName, Action>> = {};
  for (const name of listNames()) {
    const perform = performers[name];
    if (perform !== undefined) actions[name] = { name, ...actionDefinitions[name], perform };
  }
  return actions;
}

function listNames(): readonly ActionName[] {
  return Object.keys(actionDefinitions).filter(isActionName);
}
