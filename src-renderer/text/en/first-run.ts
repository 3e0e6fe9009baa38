/** The question of the desktop app's first start. */
export const firstRun = {
  title: 'Where are your models?',
  hint: 'You can change this at any time in Settings.',
  join: 'Join your studio',
  joinHint: 'Enter the address of its Lodestock server. You sign in afterwards.',
  models: 'Use a folder on this computer',
  modelsHint: 'Lodestock finds the models in it and never changes their folders.',
  chooseModels: 'Choose a folder…',
  look: 'Look around first',
  lookHint: 'Creates a demo library on this computer. This takes about ten seconds and up to 80 MB.',
  lookAround: 'Create the demo library',
} as const;
