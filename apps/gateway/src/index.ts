export { EncryptionConfig, StorageConfig } from './config.ts'
export { gatewayService } from './gateway.service.ts'
export { contractOf } from './routing/serves.ts'
export { UploadSweep } from './uploads/upload-sweep.ts'
