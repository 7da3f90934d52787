export { StorageConfig } from './config.ts'
export { gatewayService } from './gateway.service.ts'
export { UploadSweep } from './upload/upload-sweep.ts'
