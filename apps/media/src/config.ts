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
        'Number of photos decoded at the same time, each in its own process, plus one while a single account uses all of them. Unset: the number of cores',
      ),
    photoSeconds: z.coerce.number().min(1).max(3600).default(60).describe('Timeout for decoding a photo, in seconds'),
    memoryMb: z.coerce
      .number()
      .int()
      .min(200)
      .default(1500)
      .describe('Memory limit of a decoding process. Beyond it the process ends and its photo fails, in MB'),
    recycleMb: z.coerce
      .number()
      .int()
      .min(100)
      .default(700)
      .describe('A decoding process that uses more memory after a photo is restarted, in MB'),
    recyclePhotos: z.coerce
      .number()
      .int()
      .min(1)
      .default(150)
      .describe('Number of photos after which a decoding process is restarted'),
    idleSeconds: z.coerce.number().min(1).default(60).describe('Seconds after which an idle decoding process ends'),
    workDir: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Folder for temporary files between store and decoder. Unset: one folder per user in the temporary folder',
      ),
    decoderUid: z.coerce
      .number()
      .int()
      .min(1)
      .max(2 ** 31)
      .default(64_999)
      .describe('User id of decoders if the server runs as root. Use an id that owns nothing else'),
    decryptedCacheHours: z.coerce
      .number()
      .min(0)
      .default(24)
      .describe('Time for which an unencrypted file is retained after its encrypted replacement was stored, in hours'),
    sweepAfterMinutes: z.coerce
      .number()
      .min(1)
      .default(60)
      .describe('Age after which a variant without a photo is treated as left over from a crash, in minutes'),
  }),
) {}

export class EncryptionConfig extends Config('DAYMARK_ENCRYPTION', encryptionSettings) {}

export class StorageConfig extends Config('DAYMARK_STORAGE', storageSettings) {}

export class BackupConfig extends Config('DAYMARK_BACKUP', backupSettings) {}
export class OffsiteConfig extends Config('DAYMARK_OFFSITE', backupSettings) {}
export const copiesConfigs = [BackupConfig, OffsiteConfig]

export const backupStores = (config: ServiceContext['config']): BackupStores =>
  new BackupStores({
    backup: config(BackupConfig),
    offsite: config(OffsiteConfig),
    encryption: config(EncryptionConfig),
  })
