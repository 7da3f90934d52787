export {
  type ByteRange,
  ignoreMissing,
  type ObjectEntry,
  ObjectExists,
  ObjectMissing,
  type ObjectStat,
  type ByteStream,
  type PutBody,
  type PutOptions,
  toBuffer,
} from './storage.ts'
export { SizeMismatch, Storage, StorageFull } from './storage.ts'
export {
  type EncryptionSettings,
  encryptionSettings,
  openDriver,
  openStorage,
  storageSettings,
  type StorageSettings,
} from './settings.ts'
export { EncryptedStorage } from './encryption/encrypted-storage.ts'
export { EncryptionKeyMissing, ObjectDamaged } from './storage.ts'
export { countObjectsByKey, rewrapAll, type RotationResult } from './encryption/key-use.ts'
export { KeyRing, newRingKey } from './encryption/key-ring.ts'
export { backupSettings, openBackupStorage, openEncryptedBackupStore, type BackupSettings } from './backup/stores.ts'
export { BackupStores } from './backup/stores.ts'
export { backupKeys } from './backup/encrypted-backup-storage.ts'
export { UnencryptedObject } from './backup/encrypted-backup-storage.ts'
export { RateLimiter } from './backup/streams.ts'
export { verifyHash, HashMismatch } from './backup/streams.ts'
export { OrphanSweep, type OrphanRule, type SweepResult } from './sweep/orphan-sweep.ts'
export { applyPatches } from './apply-patches.ts'
export { fillBytes, freeMemory, BufferPool } from './buffer-pool.ts'
export { type Installation, StoreMark } from './sweep/store-mark.ts'
