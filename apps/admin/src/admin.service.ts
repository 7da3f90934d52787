import { defineService } from '@daymark/platform'
import { dashboardHandlers, dashboardProviders } from './dashboard/parts.ts'
import { Notices1800000000004 } from './migrations/0004-notices.ts'
import { noticesHandlers, noticesProviders } from './notices/parts.ts'
import { outgoingHandlers } from './outgoing/parts.ts'
import { systemHandlers, systemProviders } from './system/parts.ts'
import { workHandlers } from './work/parts.ts'
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
  migrations: [Audit1800000000001, Notices1800000000004],
  subscribers: keepActs,
  handlers: [
    ...[CreateUser, ListUsers, ResetPassword, ResetSecondStep, GeneratePassword, ...accountHandlers],
    ...dashboardHandlers,
    ...systemHandlers,
    ...workHandlers,
    ...noticesHandlers,
    ...outgoingHandlers,
  ],
  providers: () => [AuditLog, ...dashboardProviders, ...systemProviders, ...noticesProviders],
})
