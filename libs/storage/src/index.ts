export {
  type ByteRange,
  type ObjectEntry,
  ObjectMissing,
  type ObjectStat,
  type Pieces,
  type PutBody,
  type PutOptions,
  whole,
} from './storage.ts'
export { SizeMismatch, Storage, StorageFull } from './storage.ts'
export { openStorage, storageSettings, type StorageSettings } from './settings.ts'
