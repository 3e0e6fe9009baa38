/** The server will not start before a person has changed something, which the message names. */
export class StartRefused extends Error {}
