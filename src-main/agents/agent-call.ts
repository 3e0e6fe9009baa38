/** A start of the app without a window, requested by another program. */
export type AgentCall = {
  /** Serves MCP over stdio, or changes the key that it uses. */
  readonly task: 'serve' | 'login' | 'logout';
  /** A pipe in place of stdin and stdout on Windows, where programs with windows have neither. */
  readonly pipe: string | null;
};

const tasks = { '--mcp': 'serve', '--mcp-login': 'login', '--mcp-logout': 'logout' } as const;
const pipeSwitch = '--mcp-pipe=';
const isTask = (argument: string): argument is keyof typeof tasks => Object.hasOwn(tasks, argument);

/** Reads the call from the process arguments; null for a normal start. */
export function readAgentCall(args: readonly string[]): AgentCall | null {
  const task = args.find(isTask);
  if (task === undefined) return null;
  const pipe = args.find((argument) => argument.startsWith(pipeSwitch))?.slice(pipeSwitch.length);
  return { task: tasks[task], pipe: pipe || null };
}
