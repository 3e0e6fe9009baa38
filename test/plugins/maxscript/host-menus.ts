import type { Callbacks } from './host-callbacks.ts';
import { createMenuMan } from './host-menu-man.ts';
import { createMenuManager } from './host-menu-manager.ts';
import type { Interpreter } from './interpreter.ts';
import { ProgrammingError } from './values.ts';

/** Gives the menu entry of a macro that exists. */
export type ToEntry = (name: string, category: string) => string;

/** The menu bar of a year: menuMan up to 2024, the menu manager and its callback from 2025 on. */
export function createMenus(interpreter: Interpreter, year: number, callbacks: Callbacks) {
  const toEntry: ToEntry = (name, category) => {
    if (interpreter.macros.get(name.toLowerCase())?.category !== category)
      throw new ProgrammingError(`-- There is no macro ${name} in ${category}`);
    return `${category}: ${name}`;
  };
  return year < 2025 ? createMenuMan(toEntry) : createMenuManager(callbacks, toEntry);
}
