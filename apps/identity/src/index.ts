export { identityService } from './identity.service.ts'
