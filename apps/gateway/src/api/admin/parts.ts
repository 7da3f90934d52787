import { InstanceTold } from '../../instance-told.ts'
import { AccountsController } from './accounts.controller.ts'
import { ActivityController } from './activity.controller.ts'
import { AuditController } from './audit.controller.ts'
import { DashboardController } from './dashboard.controller.ts'
import { ExportUsersController } from './export-users.controller.ts'
import { SystemController } from './system.controller.ts'
import { WorkController } from './work.controller.ts'

/** The administration; every call of it is for a super_admin. */
export const adminControllers = [
  ...[ExportUsersController, AccountsController, ActivityController, AuditController],
  ...[DashboardController, SystemController, WorkController],
]
export const adminParts = [InstanceTold]
