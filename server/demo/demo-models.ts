import type { DemoModel } from './model.ts';
import { alloyWheel } from './models/alloy-wheel.ts';
import { angleBracket } from './models/angle-bracket.ts';
import { ballBearing } from './models/ball-bearing.ts';
import { barrel } from './models/barrel.ts';
import { bookshelf } from './models/bookshelf.ts';
import { cactus } from './models/cactus.ts';
import { chessRook } from './models/chess-rook.ts';
import { coffeeMug } from './models/coffee-mug.ts';
import { deskLamp } from './models/desk-lamp.ts';
import { diningChair } from './models/dining-chair.ts';
import { fruitBowl } from './models/fruit-bowl.ts';
import { gothicWindow } from './models/gothic-window.ts';
import { helicalGear } from './models/helical-gear.ts';
import { hexBolt } from './models/hex-bolt.ts';
import { kettle } from './models/kettle.ts';
import { oakTree } from './models/oak-tree.ts';
import { pottedFern } from './models/potted-fern.ts';
import { roundTable } from './models/round-table.ts';
import { spiralStaircase } from './models/spiral-staircase.ts';
import { spurGears } from './models/spur-gears.ts';
import { streetLantern } from './models/street-lantern.ts';
import { torusKnot } from './models/torus-knot.ts';
import { treasureChest } from './models/treasure-chest.ts';
import { wineGlass } from './models/wine-glass.ts';

/** Every model of the demo library, in the order it is written. */
export const demoModels: readonly DemoModel[] = [
  diningChair,
  coffeeMug,
  spurGears,
  pottedFern,
  treasureChest,
  deskLamp,
  gothicWindow,
  hexBolt,
  alloyWheel,
  bookshelf,
  kettle,
  torusKnot,
  ballBearing,
  oakTree,
  roundTable,
  chessRook,
  streetLantern,
  helicalGear,
  wineGlass,
  barrel,
  spiralStaircase,
  fruitBowl,
  cactus,
  angleBracket,
];
