export { mediaService } from './media.service.ts'
export { capabilities, type Capabilities } from './service/capabilities.ts'
export { EncryptStored } from './service/encryption/encrypt-stored.job.ts'
export { RemovePlain } from './service/encryption/remove-plain.job.ts'
