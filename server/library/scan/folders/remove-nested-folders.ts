export function removeNestedFolders(folders: Iterable<string>): readonly string[] {
  const all = new Set(folders);
  const isInside = (folder: string) => {
    for (let end = folder.lastIndexOf('/'); end > 0; end = folder.lastIndexOf('/', end - 1))
      if (all.has(folder.slice(0, end))) return true;
    return folder !== '' && all.has('');
  };
  return [...all].filter((folder) => !isInside(folder));
}
