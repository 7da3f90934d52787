import { z } from 'zod'
import type { EncryptedStorage } from '../encryption/encrypted-storage.ts'
import { type EncryptionSettings, openStorage, storageSettings } from '../settings.ts'
import type { Storage } from '../storage.ts'
import { EncryptedBackupStorage } from './encrypted-backup-storage.ts'

const { quarantineDays: _, ...storeSettings } = storageSettings.shape

/**
 * Settings of a backup store, which is optional.
 * `class BackupConfig extends Config('DAYMARK_BACKUP', backupSettings) {}`.
 */
export const backupSettings = z
  .object({
    ...storeSettings,
    driver: z
      .enum(['folder', 's3'])
      .optional()
      .describe('Type of backup store: a folder or an S3 server. Unset: no backups'),
    bucket: storeSettings.bucket
      .unwrap()
      .default('daymark-backup')
      .describe('s3: bucket for backups. Created if missing'),
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
export type BackupSettings = z.infer<typeof backupSettings>

type EncryptionKeys = Pick<EncryptionSettings, 'keys'>

/** Opens a backup store; undefined if it is not configured. */
export function openBackupStorage(settings: BackupSettings, keys: EncryptionKeys): Storage | undefined {
  const inner = openEncryptedBackupStore(settings, keys)
  return inner && new EncryptedBackupStorage(inner, { acceptUnencrypted: settings.acceptUnauthenticated })
}

/**
 * Opens a backup store that is accessed by its stored object keys (encrypted objects end in `.dm1`), for key rotation. Undefined if it is
 * not configured.
 */
export function openEncryptedBackupStore(
  { driver, mbPerSecond: _rate, acceptUnauthenticated: _accept, ...settings }: BackupSettings,
  { keys }: EncryptionKeys,
): EncryptedStorage | undefined {
  return driver && openStorage({ driver, ...settings }, { keys })
}

/** The two backup stores of an installation. A store that is not configured is undefined. */
export class BackupStores {
  readonly backup: Storage | undefined
  readonly offsite: Storage | undefined
  /** Maximum transfer rates. 0 means unlimited. */
  readonly maxBytesPerSecond: { backup: number; offsite: number }
  /** Whether unsigned manifests are accepted. */
  readonly acceptUnauthenticated: { backup: boolean; offsite: boolean }

  constructor(settings: { backup: BackupSettings; offsite: BackupSettings; encryption: EncryptionSettings }) {
    this.backup = openBackupStorage(settings.backup, settings.encryption)
    this.offsite = openBackupStorage(settings.offsite, settings.encryption)
    this.acceptUnauthenticated = {
      backup: settings.backup.acceptUnauthenticated,
      offsite: settings.offsite.acceptUnauthenticated,
    }
    const toBytesPerSecond = ({ mbPerSecond }: BackupSettings): number => mbPerSecond * 1024 ** 2
    this.maxBytesPerSecond = { backup: toBytesPerSecond(settings.backup), offsite: toBytesPerSecond(settings.offsite) }
  }
}
