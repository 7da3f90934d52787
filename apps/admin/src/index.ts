export { adminService } from './admin.service.ts'
export { type Checkpoint, verifyAudit } from './audit/verify-audit.ts'
export * as backupCommands from './backups/commands.ts'
