/** Used by the command `daymark backups`. */
export {
  createBackupSource as backupSource,
  type BackupSource,
  listManifests,
  ManifestRefused,
} from './archive/manifest.ts'
export { isDamageError, readPart } from './archive/read-archive.ts'
export { BackupConfig, BackupKeys, BackupsConfig, OffsiteConfig } from '../config.ts'
export { BackupPlans } from './plans.ts'
export { recordExistingBackup as adoptBackup } from './restore/recorded-backups.ts'
export { backUpNow, readUnfinishedBackups as openBackups, requestRestore } from './restore/request-restore.ts'
export { type RecordedBackups, readRecordedBackups } from './restore/recorded-backups.ts'
export { restoreAccount, type RestoreResult as Restored } from './restore/restore-account.ts'
export type { RestoreSelection } from './restore/restore-selection.ts'
