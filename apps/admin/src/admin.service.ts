import { defineService } from '@daymark/platform'
import { keepActs } from './audit/acts/parts.ts'
import { AuditLog } from './audit/chain/audit-log.ts'
import { Audit1800000000001 } from './migrations/0001-audit.ts'
import { accountHandlers } from './accounts/parts.ts'
import { CreateUser } from './users/create-user.handler.ts'
import { GeneratePassword } from './users/generate-password.handler.ts'
import { ListUsers } from './users/list-users.handler.ts'
import { ResetPassword } from './users/reset-password.handler.ts'
import { ResetSecondStep } from './users/reset-second-step.handler.ts'

export const adminService = defineService({
  name: 'admin',
  callsOthers: true,
  migrations: [Audit1800000000001],
  subscribers: keepActs,
  providers: () => [AuditLog],
  handlers: [CreateUser, ListUsers, ResetPassword, ResetSecondStep, GeneratePassword, ...accountHandlers],
})
