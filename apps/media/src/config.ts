import { Config } from '@daymark/platform'
import { encryptionSettings, storageSettings } from '@daymark/storage'
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
        'Photos decoded at the same time, each in a process of its own, and one more while one account uses them all; unset: the number of cores',
      ),
    photoSeconds: z.coerce
      .number()
      .min(1)
      .max(3600)
      .default(60)
      .describe('A photo that takes longer to decode is given up, in seconds'),
    memoryMb: z.coerce
      .number()
      .int()
      .min(200)
      .default(1500)
      .describe('A decoding process that grows beyond is ended and its photo given up, in MB'),
    recycleMb: z.coerce
      .number()
      .int()
      .min(100)
      .default(700)
      .describe('A decoding process that holds more after a photo is replaced, in MB'),
    recyclePhotos: z.coerce
      .number()
      .int()
      .min(1)
      .default(150)
      .describe('A decoding process is replaced after so many photos'),
    idleSeconds: z.coerce
      .number()
      .min(1)
      .default(60)
      .describe('A decoding process without work ends after so many seconds'),
    workDir: z
      .string()
      .min(1)
      .optional()
      .describe('Folder for files on their way between store and decoder; unset: one per user in the temporary folder'),
    decoderUid: z.coerce
      .number()
      .int()
      .min(1)
      .max(2 ** 31)
      .default(64_999)
      .describe('User id that decoders run under where the server is root; nothing else should belong to it'),
    plainKeptHours: z.coerce
      .number()
      .min(0)
      .default(24)
      .describe('After an upgrade: a plain file whose encrypted one took its place is kept for so long, in hours'),
    sweepAfterMinutes: z.coerce
      .number()
      .min(1)
      .default(60)
      .describe('Age at which a variant that belongs to no photo counts as left by a crash, in minutes'),
  }),
) {}

export class EncryptionConfig extends Config('DAYMARK_ENCRYPTION', encryptionSettings) {}

export class StorageConfig extends Config('DAYMARK_STORAGE', storageSettings) {}
