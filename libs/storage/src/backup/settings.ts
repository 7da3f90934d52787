import { z } from 'zod'
import { type EncryptionSettings, openStorage, storageSettings } from '../settings.ts'
import type { EncryptedStorage } from '../encryption/encrypted-storage.ts'
import { SealedCopies } from './sealed-copies.ts'
import type { Storage } from '../storage.ts'

const { quarantineDays: _, ...place } = storageSettings.shape

/**
 * A further store, for copies: the settings of the store, with none of which there is none.
 * `class BackupConfig extends Config('DAYMARK_BACKUP', backupSettings) {}`.
 */
export const backupSettings = z
  .object({
    ...place,
    driver: z
      .enum(['folder', 's3'])
      .optional()
      .describe('Type of backup store: a folder or an S3 server. Unset: no backups'),
    bucket: place.bucket.unwrap().default('daymark-backup').describe('s3: bucket for backups. Created if missing'),
    mbPerSecond: z.coerce
      .number()
      .min(0)
      .default(0)
      .describe('Maximum transfer rate of each process to and from this store, in MB per second. 0: unlimited'),
    acceptUnauthenticated: z
      .union([z.boolean(), z.stringbool()])
      .prefault(false)
      .describe(
        'Whether unencrypted backups are accepted although keys exist, and backups without a signature. Use it for a single command only: anyone who can write to the store can forge such a backup',
      ),
  })
  .superRefine((settings, context) => {
    if (!settings.driver) return
    const needed = settings.driver === 'folder' ? (['dir'] as const) : (['endpoint', 'accessKey', 'secretKey'] as const)
    for (const name of needed)
      if (settings[name] === undefined)
        context.addIssue({ code: 'custom', path: [name], message: `the driver ${settings.driver} needs it` })
  })
export type BackupSettings = z.infer<typeof backupSettings>

type Keys = Pick<EncryptionSettings, 'keys'>

/** The one place where a store of copies is made; undefined: it is not configured. */
export function openBackupStorage(settings: BackupSettings, keys: Keys): Storage | undefined {
  const inner = openSealed(settings, keys)
  return inner && new SealedCopies(inner, { acceptPlain: settings.acceptUnauthenticated })
}

/** The same with objects under the names that they have there: for the exchange of keys. */
export function openSealed(
  { driver, mbPerSecond: _rate, acceptUnauthenticated: _accept, ...settings }: BackupSettings,
  { keys }: Keys,
): EncryptedStorage | undefined {
  return driver && openStorage({ driver, ...settings }, { keys })
}
