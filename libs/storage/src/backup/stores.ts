import { openBackupStorage, type BackupSettings } from './settings.ts'
import type { EncryptionSettings } from '../settings.ts'
import type { Storage } from '../storage.ts'

/** The stores for copies of an installation, by name: the one for every backup, and the one elsewhere. */
export class BackupStores {
  readonly backup: Storage | undefined
  readonly offsite: Storage | undefined
  /** Bytes in a second; 0: as many as go. */
  readonly rates: { backup: number; offsite: number }
  /** Whether manifests without a signature are read. */
  readonly acceptUnauthenticated: { backup: boolean; offsite: boolean }

  constructor(settings: { backup: BackupSettings; offsite: BackupSettings; encryption: EncryptionSettings }) {
    this.backup = openBackupStorage(settings.backup, settings.encryption)
    this.offsite = openBackupStorage(settings.offsite, settings.encryption)
    this.acceptUnauthenticated = {
      backup: settings.backup.acceptUnauthenticated,
      offsite: settings.offsite.acceptUnauthenticated,
    }
    const rate = ({ mbPerSecond }: BackupSettings): number => mbPerSecond * 1024 ** 2
    this.rates = { backup: rate(settings.backup), offsite: rate(settings.offsite) }
  }
}
