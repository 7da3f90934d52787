import { InstanceTold } from '../../instance-told.ts'
import { AccountController } from './account.controller.ts'
import { AccountStatesController } from './account-states.controller.ts'
import { AccountsController } from './accounts.controller.ts'
import { ActivityController } from './activity.controller.ts'
import { AuditController } from './audit.controller.ts'
import { DashboardController } from './dashboard.controller.ts'
import { ExportUsersController } from './export-users.controller.ts'
import { SystemController } from './system.controller.ts'
import { WorkController } from './work.controller.ts'

/** The administration; every call of it is for a super_admin. The order decides: `/export` and `/invite` are no ids. */
export const adminControllers = [
  ...[ExportUsersController, AccountsController, AccountController, AccountStatesController],
  ...[ActivityController, AuditController, DashboardController, SystemController, WorkController],
]
export const adminParts = [InstanceTold]
