/** The path of the extension, for `db.loadExtension()`. Throws if the package has none for this machine. */
export function getLoadablePath(): string;
