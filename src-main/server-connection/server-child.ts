/** What is used of a forked process; Electron's utility process and Node's child process both have it. */
export type ServerChild = {
  readonly pid?: number | undefined;
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
  /** Asks it to end, with SIGTERM. */
  readonly kill: () => boolean;
  readonly once: (event: 'exit', listener: (code: number | null) => void) => unknown;
};
