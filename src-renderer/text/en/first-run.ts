/** The question of the desktop app's first start. */
export const firstRun = {
  title: 'Where are your models?',
  hint: 'You can change this at any time in Settings.',
  join: 'Join your studio',
  joinHint: 'Enter the address of its Lodestock server. You sign in afterwards.',
  models: 'Use a folder of this computer',
  modelsHint: 'Lodestock finds the models in it, and writes nothing into their folders.',
  chooseModels: 'Choose a folder…',
  look: 'Look around first',
  lookHint: 'A demo library is created on this computer. It takes up to 80 MB and about ten seconds.',
  lookAround: 'Create the demo library',
} as const;
