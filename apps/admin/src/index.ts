export { adminService } from './admin.service.ts'
export { type Checkpoint, verifyAudit } from './audit/verify-chain.ts'
export * as backupCommands from './backups/commands.ts'
