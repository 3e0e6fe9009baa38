/** The server cannot start until an admin fixes what the message names. */
export class StartRefused extends Error {}
