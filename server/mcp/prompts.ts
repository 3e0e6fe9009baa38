import {
  type GetPromptResult,
  type ListPromptsResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';

export const prompts: ListPromptsResult['prompts'] = [
  {
    name: 'find_and_place',
    title: 'Find a model and place it',
    description: 'Search for an object, choose the right file, download it and bring it into the open scene',
    arguments: [
      { name: 'object', description: 'What is wanted, e.g. "a worn wooden chair"', required: true },
      { name: 'host', description: 'Where it goes: Blender, Unity, 3ds Max, a web page …' },
      { name: 'budget_usd', description: 'Most US dollars to spend; 0 takes free 1k files only' },
    ],
  },
];

/** Throws invalid params for an unknown prompt, or if its object is missing. */
export function getPrompt(name: string, given: Readonly<Record<string, string>> = {}): GetPromptResult {
  if (name !== 'find_and_place') throw refuse(`There is no prompt ${name}. Offered: find_and_place.`);
  const { object, host = 'my scene', budget_usd: budget = '0' } = given;
  if (!object) throw refuse('Name the object that is wanted.');
  const text = [
    `Find a 3D model of ${object} and place it in ${host}.`,
    'Use search_models with plain words for the object; compare titles, triangles and licences, and choose one or offer me up to three.',
    `Take the format that ${host} imports best, and the 1k topology unless I ask for more. Spend at most ${budget} US dollars; ask before the first file that costs something.`,
    'Use download_model, fetch the address, check the SHA-256, save support files next to the file at the same places, then import it.',
    'Tell me title, licence, attribution, triangles and what was charged.',
  ].join('\n');
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}

const refuse = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
