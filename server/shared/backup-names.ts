const pattern = /^lodestock-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/;

/** Number of backups to keep in a folder. */
const kept = 7;

/** Names a backup made at that time, in milliseconds since 1970. */
export const nameBackup = (at: number) =>
  `lodestock-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;

function readTime(name: string): number {
  const [, day, hours, minutes, seconds] = pattern.exec(name) ?? [];
  return Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
}

/** Returns the backups among file names, newest first. */
export const findBackups = (names: readonly string[]) =>
  names
    .map((name) => ({ name, at: readTime(name) }))
    .filter(({ at }) => !Number.isNaN(at))
    .sort((one, other) => other.at - one.at);

/** Returns the backups to delete: never the one just made, even if other computers' clocks are ahead. */
export const findOldBackups = (names: readonly string[], made: string) =>
  findBackups(names.filter((name) => name !== made)).slice(kept - 1);
