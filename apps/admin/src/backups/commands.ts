/** What `daymark backups` is made of. */
export { isDamage, listManifests, readManifest, readPart } from './archive/read-archive.ts'
export { BackupConfig, BackupKeys, BackupsConfig, OffsiteConfig } from './config.ts'
export { BackupPlans } from './plans.ts'
export { adoptBackup } from './restore/adopt-backups.ts'
export { backUpNow, openBackups, requestRestore } from './restore/request-restore.ts'
export { restoreAccount, type Restored } from './restore/restore-account.ts'
export type { Wanted } from './restore/wanted.ts'
