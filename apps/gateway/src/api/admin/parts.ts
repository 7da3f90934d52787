import { AccountsController } from './accounts.controller.ts'
import { ExportUsersController } from './export-users.controller.ts'

/** The administration; every call of it is for a super_admin. */
export const adminControllers = [ExportUsersController, AccountsController]
