export {
  type ByteRange,
  type ObjectEntry,
  ObjectMissing,
  type ObjectStat,
  type PutBody,
  type PutOptions,
} from './storage.ts'
export { SizeMismatch, Storage, StorageFull } from './storage.ts'
export { openStorage, storageSettings, type StorageSettings } from './settings.ts'
