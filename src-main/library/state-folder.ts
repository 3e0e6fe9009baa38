/** Where the app keeps what it needs next to the files of a model: downloads on their way, a change that is going on. */
export const stateFolder = '.lodestock';
