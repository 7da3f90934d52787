import { Config } from '@daymark/platform'
import { backupSettings, BackupStores, encryptionSettings } from '@daymark/storage'
import type { ServiceContext } from '@daymark/platform'

export class BackupConfig extends Config('DAYMARK_BACKUP', backupSettings) {}
export class OffsiteConfig extends Config('DAYMARK_OFFSITE', backupSettings) {}
export class BackupKeys extends Config('DAYMARK_ENCRYPTION', encryptionSettings) {}
export const copiesConfigs = [BackupConfig, OffsiteConfig, BackupKeys]

export const backupStores = (config: ServiceContext['config']): BackupStores =>
  new BackupStores({
    backup: config(BackupConfig),
    offsite: config(OffsiteConfig),
    encryption: config(BackupKeys),
  })
