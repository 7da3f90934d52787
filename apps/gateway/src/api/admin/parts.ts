import { GatewayHeartbeat } from '../../gateway-heartbeat.ts'
import { AccountController } from './account.controller.ts'
import { AccountStatesController } from './account-states.controller.ts'
import { AccountsController } from './accounts.controller.ts'
import { ActivityController } from './activity.controller.ts'
import { AuditController } from './audit.controller.ts'
import { DashboardController } from './operation/dashboard.controller.ts'
import { ExportUsersController } from './export-users.controller.ts'
import { Notices } from '../../notices/notices.ts'
import { NoticesController } from './operation/notices.controller.ts'
import { OutgoingController } from './operation/outgoing.controller.ts'
import { SystemController } from './operation/system.controller.ts'
import { WorkController } from './operation/work.controller.ts'

/** The administration; every call of it is for a super_admin. The order decides: `/export` and `/invite` are no ids. */
export const adminControllers = [
  ...[ExportUsersController, AccountsController, AccountController, AccountStatesController],
  ...[ActivityController, AuditController, DashboardController, SystemController, WorkController],
  ...[OutgoingController, NoticesController],
]
export const adminParts = [GatewayHeartbeat, Notices]
