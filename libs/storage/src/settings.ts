import { z } from 'zod'
import { EncryptedStorage } from './encryption/encrypted-storage.ts'
import type { EncryptionKeyMissing, ObjectDamaged, StorageDriver } from './storage.ts'
import { KeyRing } from './encryption/key-ring.ts'
import { FolderStorage } from './folder/folder-storage.ts'
import { S3Storage } from './s3/s3-storage.ts'

/**
 * Settings of the object store, in a form that can be read from the environment:
 * `class StorageConfig extends Config('DAYMARK_STORAGE', storageSettings) {}`.
 */
export const storageSettings = z
  .object({
    driver: z.enum(['folder', 's3']).default('folder').describe('Type of object store: a folder or an S3 server'),
    dir: z.string().min(1).optional().describe('folder: path of the folder. Created if missing'),
    endpoint: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('s3: address of the server, such as https://s3.example.com:9000'),
    bucket: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'not a bucket name')
      .default('daymark')
      .describe('s3: bucket for all objects. Created if missing'),
    accessKey: z.string().min(1).optional().describe('s3: access key'),
    secretKey: z.string().min(1).optional().describe('s3: secret key'),
    region: z.string().min(1).default('us-east-1').describe('s3: region'),
    pathStyle: z
      .union([z.boolean(), z.stringbool()])
      .prefault(true)
      .describe('s3: whether the bucket is part of the path. Off: part of the host name'),
    quarantineDays: z.coerce
      .number()
      .min(0)
      .default(7)
      .describe('Time for which an apparently unreferenced file is retained before a sweep removes it, in days'),
  })
  .superRefine((settings, context) => {
    const requiredNames =
      settings.driver === 'folder' ? (['dir'] as const) : (['endpoint', 'accessKey', 'secretKey'] as const)
    for (const name of requiredNames)
      if (settings[name] === undefined)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `the driver ${settings.driver} requires this setting`,
        })
  })
export type StorageSettings = z.infer<typeof storageSettings>

/** `class EncryptionConfig extends Config('DAYMARK_ENCRYPTION', encryptionSettings) {}`. */
export const encryptionSettings = z.object({
  keys: z
    .string()
    .optional()
    .superRefine((keys, context) => {
      try {
        KeyRing.parse(keys)
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message })
      }
    })
    .describe(
      'Keys for encryption at rest, `id:base64` of 32 bytes each, newest first, separated by commas. Set the same value for gateway, media, admin and the commands. Unset: uploads of plans with encryption are rejected',
    ),
})
export type EncryptionSettings = z.infer<typeof encryptionSettings>

export type OpenOptions = Partial<EncryptionSettings> & {
  /** Called for every object that could not be decrypted, or not be stored because no key exists. */
  onUnreadable?: (error: ObjectDamaged | EncryptionKeyMissing) => void
}

/** Creates a storage without connecting to it. `ready()` checks whether it can be used. */
export function openStorage(
  settings: z.input<typeof storageSettings>,
  { keys, onUnreadable = () => {} }: OpenOptions = {},
): EncryptedStorage {
  return new EncryptedStorage(openDriver(settings), KeyRing.parse(keys), { onUnreadable })
}

/** Creates the driver without encryption, for access to objects as they are stored. */
export function openDriver(settings: z.input<typeof storageSettings>): StorageDriver {
  const { driver, dir = '', endpoint = '', accessKey = '', secretKey = '', ...rest } = storageSettings.parse(settings)
  return driver === 'folder' ? new FolderStorage(dir) : new S3Storage({ ...rest, endpoint, accessKey, secretKey })
}
