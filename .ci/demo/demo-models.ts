import type { DemoModel } from './model.ts';
import { chessRook } from './models/chess-rook.ts';
import { coffeeMug } from './models/coffee-mug.ts';
import { deskLamp } from './models/desk-lamp.ts';
import { diningChair } from './models/dining-chair.ts';
import { enamelKettle } from './models/enamel-kettle.ts';
import { oakTree } from './models/oak-tree.ts';
import { portableRadio } from './models/portable-radio.ts';
import { spurGears } from './models/spur-gears.ts';
import { torusKnot } from './models/torus-knot.ts';
import { toyRocket } from './models/toy-rocket.ts';
import { treasureChest } from './models/treasure-chest.ts';
import { wineGlass } from './models/wine-glass.ts';

/** Every model of the demo library, in the order of writing. */
export const demoModels: readonly DemoModel[] = [
  diningChair,
  coffeeMug,
  spurGears,
  treasureChest,
  deskLamp,
  portableRadio,
  enamelKettle,
  oakTree,
  toyRocket,
  chessRook,
  torusKnot,
  wineGlass,
];
