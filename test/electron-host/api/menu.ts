import type { MenuItemConstructorOptions } from 'electron';
import { strict } from '../strict.ts';
import { defineStrictClass } from '../strict-class.ts';

type MenuClick = (item: object, window: unknown, event: object) => void;
type Template = Omit<MenuItemConstructorOptions, 'click' | 'submenu'> & {
  readonly click?: MenuClick;
  readonly submenu?: readonly Template[] | Menu;
};

export type MenuItem = {
  readonly id: string | undefined;
  readonly label: string;
  readonly submenu: Menu | undefined;
  readonly click: (event?: object) => void;
};

export type Menu = {
  readonly items: MenuItem[];
  readonly append: (item: MenuItem) => void;
  readonly getMenuItemById: (id: string) => MenuItem | null;
};

type FocusedWindow = () => unknown;

function readType({ type, submenu }: Template): string {
  return type ?? (submenu ? 'submenu' : 'normal');
}

function isMenu(submenu: readonly Template[] | Menu): submenu is Menu {
  return 'getMenuItemById' in submenu;
}

function createMenuItem(template: Template, focusedWindow: FocusedWindow): MenuItem {
  const { submenu } = template;
  const item = strict('MenuItem', {
    enabled: true,
    visible: true,
    checked: false,
    accelerator: undefined,
    role: undefined,
    ...template,
    id: template.id,
    label: template.label ?? template.role ?? '',
    type: readType(template),
    submenu: submenu && !isMenu(submenu) ? buildMenu(submenu, focusedWindow) : submenu,
    click: (event: object = {}): void => template.click?.(item, focusedWindow(), event),
  });
  return item;
}

function createMenu(): Menu {
  const items: MenuItem[] = [];
  return strict('Menu', {
    items,
    append: (item: MenuItem): void => {
      items.push(item);
    },
    getMenuItemById: (id: string): MenuItem | null => {
      for (const item of items) {
        const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
        if (found) return found;
      }
      return null;
    },
  });
}

function buildMenu(templates: readonly Template[], focusedWindow: FocusedWindow): Menu {
  const menu = createMenu();
  for (const template of templates) menu.append(createMenuItem(template, focusedWindow));
  return menu;
}

/** Electron's `Menu` and `MenuItem`: shown nowhere, so items act only when a test clicks them. */
export function createMenuClasses(focusedWindow: FocusedWindow) {
  let applicationMenu: Menu | null = null;
  const statics = {
    buildFromTemplate: (templates: readonly Template[]): Menu => buildMenu(templates, focusedWindow),
    setApplicationMenu: (menu: Menu | null): void => {
      applicationMenu = menu;
    },
    getApplicationMenu: (): Menu | null => applicationMenu,
  };
  const createItem = (template: Template): MenuItem => createMenuItem(template, focusedWindow);
  return {
    Menu: defineStrictClass({ name: 'Menu', create: createMenu, statics }),
    MenuItem: defineStrictClass({ name: 'MenuItem', create: createItem, statics: {} }),
  };
}
