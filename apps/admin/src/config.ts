import { Config } from '@daymark/platform'
import { backupSettings, encryptionSettings } from '@daymark/storage'
import { z } from 'zod'

const retentionSettings = z.object({
  auditDays: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500)
    .default(400)
    .describe('Days for which audit log entries are retained'),
  activityDays: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500)
    .default(90)
    .describe('Days for which uploads and new links are listed under activity'),
})

export class AdminConfig extends Config('DAYMARK_ADMIN', retentionSettings) {}

const intervalSetting = (defaultValue: number, plan: string) =>
  z.coerce.number().min(0.01).max(366).default(defaultValue).describe(`Days between backups of ${plan} accounts`)
const retentionSetting = (defaultValue: number, plan: string) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(defaultValue)
    .describe(`Number of retained backups of ${plan} accounts`)

const backupScheduleSettings = z.object({
  professionalDays: intervalSetting(7, 'Professional'),
  professionalKeep: retentionSetting(4, 'Professional'),
  advancedDays: intervalSetting(1, 'Advanced'),
  advancedKeep: retentionSetting(30, 'Advanced'),
  studioDays: intervalSetting(1, 'Studio'),
  studioKeep: retentionSetting(90, 'Studio'),
})

export class BackupsConfig extends Config('DAYMARK_BACKUPS', backupScheduleSettings) {}
export class BackupConfig extends Config('DAYMARK_BACKUP', backupSettings) {}
export class OffsiteConfig extends Config('DAYMARK_OFFSITE', backupSettings) {}
export class BackupKeys extends Config('DAYMARK_ENCRYPTION', encryptionSettings) {}
