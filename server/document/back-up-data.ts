// Declares the backup that is made before a publication deletes data.

/**
 * Writes a backup into the folder `backups` of the data directory, and gives the path of its file within the directory.
 * Throws `NoBackup`. `now`: RFC 3339.
 */
export type BackUpData = (now: string) => Promise<string>

/** Says in a sentence why no backup was made. */
export class NoBackup extends Error {}
