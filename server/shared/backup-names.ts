const pattern = /^lodestock-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/;

/** How many backups a folder keeps. */
const kept = 7;

/** The name of a backup made at that time, in milliseconds since 1970. */
export const nameBackup = (at: number) =>
  `lodestock-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;

function readTime(name: string): number {
  const [, day, hours, minutes, seconds] = pattern.exec(name) ?? [];
  return Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
}

/** The backups among the names of a folder's files, newest first. */
export const findBackups = (names: readonly string[]) =>
  names
    .map((name) => ({ name, at: readTime(name) }))
    .filter(({ at }) => !Number.isNaN(at))
    .sort((one, other) => other.at - one.at);

/** The backups that the folder no longer keeps: never the one just made, whatever the clock of the others was. */
export const findOldBackups = (names: readonly string[], made: string) =>
  findBackups(names.filter((name) => name !== made)).slice(kept - 1);
