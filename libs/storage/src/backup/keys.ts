/** Where things of a backup lie: everything of an account under its id, files once by what is in them. */
export const backupKeys = {
  object: (userId: string, sha256: string): string => `objects/${userId}/${sha256}`,
  part: (userId: string, backupId: string, name: string): string => `backups/${userId}/${backupId}/${name}.jsonl.gz`,
  manifest: (userId: string, backupId: string): string => `backups/${userId}/${backupId}/manifest.json`,
  ofAccount: (userId: string): string => `backups/${userId}/`,
  all: 'backups/',
}
