export type LaunchArguments = {
  readonly app: string | undefined;
  readonly requiredModules: readonly string[];
  readonly switches: Map<string, string>;
};

function readSwitch(argument: string): readonly [name: string, value: string] | null {
  const match = /^--([^=]+)=?(.*)$/s.exec(argument);
  return match ? [match[1] ?? '', match[2] ?? ''] : null;
}

/** Reads Electron's command line: the first plain argument is the app, `-r` loads a module first. */
export function parseArguments(args: readonly string[]): LaunchArguments {
  const requiredModules: string[] = [];
  const switches = new Map<string, string>();
  let app: string | undefined;
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    const given = readSwitch(argument);
    if (argument === '-r' || argument === '--require') {
      index += 1;
      requiredModules.push(args[index] ?? '');
    } else if (given) {
      switches.set(given[0], given[1]);
    } else {
      app ??= argument;
    }
  }
  return { app, requiredModules, switches };
}
