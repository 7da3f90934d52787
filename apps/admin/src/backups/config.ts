import { Config } from '@daymark/platform'
import { backupSettings, encryptionSettings } from '@daymark/storage'
import { z } from 'zod'

const days = (usual: number, plan: string) =>
  z.coerce.number().min(0.01).max(366).default(usual).describe(`Days between backups of ${plan} accounts`)
const keep = (usual: number, plan: string) =>
  z.coerce.number().int().min(1).max(1000).default(usual).describe(`Number of retained backups of ${plan} accounts`)

const settings = z.object({
  professionalDays: days(7, 'Professional'),
  professionalKeep: keep(4, 'Professional'),
  advancedDays: days(1, 'Advanced'),
  advancedKeep: keep(30, 'Advanced'),
  studioDays: days(1, 'Studio'),
  studioKeep: keep(90, 'Studio'),
})

export class BackupsConfig extends Config('DAYMARK_BACKUPS', settings) {}
export class BackupConfig extends Config('DAYMARK_BACKUP', backupSettings) {}
export class OffsiteConfig extends Config('DAYMARK_OFFSITE', backupSettings) {}
export class BackupKeys extends Config('DAYMARK_ENCRYPTION', encryptionSettings) {}
