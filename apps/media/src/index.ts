export { mediaService } from './media.service.ts'
export { capabilities, type Capabilities } from './service/capabilities.ts'
export { ObjectCopier } from './service/backups/copy-object.ts'
