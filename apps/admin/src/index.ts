export { adminService } from './admin.service.ts'
export { type Told, verifyAudit } from './audit/verify-audit.ts'
