import { Config } from '@daymark/platform'
import { backupSettings, BackupStores } from '@daymark/storage'
import type { ServiceContext } from '@daymark/platform'
import { EncryptionConfig } from '../../config.ts'

export class BackupConfig extends Config('DAYMARK_BACKUP', backupSettings) {}
export class OffsiteConfig extends Config('DAYMARK_OFFSITE', backupSettings) {}
export const copiesConfigs = [BackupConfig, OffsiteConfig]

export const backupStores = (config: ServiceContext['config']): BackupStores =>
  new BackupStores({
    backup: config(BackupConfig),
    offsite: config(OffsiteConfig),
    encryption: config(EncryptionConfig),
  })
