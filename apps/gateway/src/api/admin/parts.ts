import { AccountController } from './account.controller.ts'
import { AccountStatesController } from './account-states.controller.ts'
import { AccountsController } from './accounts.controller.ts'
import { ExportUsersController } from './export-users.controller.ts'

/** The administration; every call of it is for a super_admin. The order decides: `/export` and `/invite` are no ids. */
export const adminControllers = [
  ...[ExportUsersController, AccountsController, AccountController, AccountStatesController],
]
