/** The request of a program that started the app without a window. */
export type AgentCall = {
  /** An MCP server over stdio, or a change of the key that it uses. */
  readonly task: 'serve' | 'login' | 'logout';
  /** A pipe in place of stdin and stdout on Windows, where programs with windows have neither. */
  readonly pipe: string | null;
};

const tasks = { '--mcp': 'serve', '--mcp-login': 'login', '--mcp-logout': 'logout' } as const;
const pipeSwitch = '--mcp-pipe=';
const isTask = (argument: string): argument is keyof typeof tasks => Object.hasOwn(tasks, argument);

/** Reads it from the arguments of the process; null if the app starts normally. */
export function readAgentCall(args: readonly string[]): AgentCall | null {
  const task = args.find(isTask);
  if (task === undefined) return null;
  const pipe = args.find((argument) => argument.startsWith(pipeSwitch))?.slice(pipeSwitch.length);
  return { task: tasks[task], pipe: pipe || null };
}
