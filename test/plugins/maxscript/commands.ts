import { z } from 'zod';

/** What a test, in the place of a person, can do in the simulated 3ds Max. */
export const Command = z.discriminatedUnion('do', [
  z.object({ do: z.literal('drop'), file: z.string() }).describe('Drag a script into a viewport'),
  z.object({ do: z.literal('startUp') }).describe('Run every start-up script, as at the start'),
  z
    .object({ do: z.literal('startPackage'), folder: z.string() })
    .describe('Start with a package in ApplicationPlugins'),
  z.object({ do: z.literal('macro'), name: z.string() }),
  z.object({ do: z.literal('press'), control: z.string() }),
  z.object({ do: z.literal('type'), control: z.string(), text: z.string() }),
  z.object({ do: z.literal('choose'), control: z.string(), item: z.union([z.string(), z.number()]) }),
  z.object({ do: z.literal('tick'), control: z.string() }).describe('A timer of the panel, if it runs'),
  z.object({ do: z.literal('clock') }).describe('Every timer of Windows Forms that runs'),
  z.object({ do: z.literal('close') }),
  z
    .object({ do: z.literal('pressLater'), control: z.string(), when: z.string() })
    .describe('In the middle of an action: at the first chance, or as soon as a file is there'),
  z
    .object({ do: z.literal('occupy'), by: z.enum(['nothing', 'rendering', 'dialog', 'creation']) })
    .describe('What 3ds Max is in the middle of from now on'),
  z.object({ do: z.literal('add'), node: z.string() }),
  z.object({ do: z.literal('move'), node: z.string(), by: z.array(z.number()) }),
  z.object({ do: z.literal('link'), node: z.string(), parent: z.string() }),
  z.object({ do: z.literal('dress'), node: z.string(), material: z.string() }),
  z.object({ do: z.literal('toLayer'), node: z.string(), layer: z.string() }),
  z.object({ do: z.literal('select'), nodes: z.array(z.string()) }),
  z.object({ do: z.literal('evaluate'), source: z.string() }),
  z.object({ do: z.literal('decline') }).describe('Answer questions with No from now on'),
  z.object({ do: z.literal('look') }),
]);
export type Command = z.infer<typeof Command>;

const ControlState = z.object({
  text: z.string(),
  caption: z.string(),
  items: z.array(z.string()),
  selection: z.number(),
  value: z.number(),
  interval: z.number(),
  enabled: z.boolean(),
  active: z.boolean(),
  pictures: z.array(z.string()).describe('How much of each is drawn'),
});
const NodeState = z.object({
  name: z.string(),
  parent: z.string(),
  position: z.array(z.number()),
  layer: z.string(),
  material: z.string(),
  properties: z.string(),
  surfaces: z.array(z.string()).describe('Its materials, with what is not as usual in them'),
});

/** Everything that can be seen of it afterwards. */
export const MaxState = z.object({
  result: z.string(),
  isOpen: z.boolean(),
  controls: z.record(z.string(), ControlState),
  launched: z.array(z.string()),
  messages: z.array(z.string()),
  printed: z.array(z.string()),
  menu: z.array(z.string()),
  menuLoads: z.number().describe('How often a script had all menus built again'),
  nodes: z.array(NodeState),
  imports: z.array(z.object({ file: z.string(), missing: z.array(z.string()) })),
  objSettings: z.array(z.string()).describe('Those of the OBJ importer at each of its imports'),
  sessionMaps: z.array(z.string()),
  lastingMaps: z.array(z.string()),
  clocks: z.number(),
  globals: z.array(z.string()),
  undoable: z.array(z.string()).describe('What Undo offers'),
  faults: z.array(z.string()),
});
export type MaxState = z.infer<typeof MaxState>;
export type ControlState = z.infer<typeof ControlState>;
