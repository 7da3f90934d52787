import { Config, type ServiceContext } from '@daymark/platform'
import { backupSettings, BackupStores, encryptionSettings, storageSettings } from '@daymark/storage'
import { z } from 'zod'

export class MediaConfig extends Config(
  'DAYMARK_MEDIA',
  z.object({
    processes: z.coerce
      .number()
      .int()
      .min(1)
      .max(64)
      .optional()
      .describe(
        'Number of photos that are decoded at the same time, each in its own process. One more process starts for a second account while one account uses all of them. Unset: the number of cores',
      ),
    photoSeconds: z.coerce.number().min(1).max(3600).default(60).describe('Timeout for decoding a photo, in seconds'),
    memoryMb: z.coerce
      .number()
      .int()
      .min(200)
      .default(1500)
      .describe('Memory limit of a decoding process, in MB. The photo fails if decoding needs more'),
    workDir: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Folder for temporary files during decoding. Unset: a folder for each system user in the temporary folder of the system',
      ),
    decryptedCacheHours: z.coerce
      .number()
      .min(0)
      .default(24)
      .describe('Time after which an unencrypted file is deleted once its encrypted copy is stored, in hours'),
  }),
) {}

export class EncryptionConfig extends Config('DAYMARK_ENCRYPTION', encryptionSettings) {}

export class StorageConfig extends Config('DAYMARK_STORAGE', storageSettings) {}

export class BackupConfig extends Config('DAYMARK_BACKUP', backupSettings) {}
export class OffsiteConfig extends Config('DAYMARK_OFFSITE', backupSettings) {}
export const backupStoreConfigs = [BackupConfig, OffsiteConfig]

export const createBackupStores = (config: ServiceContext['config']): BackupStores =>
  new BackupStores({
    backup: config(BackupConfig),
    offsite: config(OffsiteConfig),
    encryption: config(EncryptionConfig),
  })
