export {
  type ByteRange,
  type ObjectEntry,
  ObjectExists,
  ObjectMissing,
  type ObjectStat,
  type Pieces,
  type PutBody,
  type PutOptions,
  whole,
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
export { EncryptionKeyMissing, ObjectDamaged } from './encryption/errors.ts'
export { countByKey, rotate, type Rotated } from './encryption/key-use.ts'
export { KeyRing, newRingKey } from './encryption/key-ring.ts'
export { backupSettings, openBackupStorage, openSealed, type BackupSettings } from './backup/settings.ts'
export { BackupStores } from './backup/stores.ts'
export { backupKeys } from './backup/keys.ts'
export { PlainObjectRefused } from './backup/sealed-copies.ts'
export { BytesPerSecond } from './backup/pace.ts'
export { hashed, HashMismatch } from './backup/hashed.ts'
export { OrphanSweep, type OrphanRule, type Swept } from './orphan-sweep.ts'
export { patched } from './patched.ts'
export { fillBytes, release, SpareBuffers } from './spare-buffers.ts'
export { type Installation, StoreMark } from './store-mark.ts'
