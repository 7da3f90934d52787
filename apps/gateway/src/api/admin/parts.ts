import { InstanceTold } from '../../instance-told.ts'
import { AccountsController } from './accounts.controller.ts'
import { DashboardController } from './dashboard.controller.ts'
import { ExportUsersController } from './export-users.controller.ts'
import { Notices } from '../../notices/notices.ts'
import { NoticesController } from './notices.controller.ts'
import { OutgoingController } from './outgoing.controller.ts'
import { SystemController } from './system.controller.ts'
import { WorkController } from './work.controller.ts'

/** The administration; every call of it is for a super_admin. */
export const adminControllers = [
  ...[ExportUsersController, AccountsController],
  OutgoingController,
  ...[DashboardController, SystemController, WorkController, NoticesController],
]
export const adminParts = [InstanceTold, Notices]
