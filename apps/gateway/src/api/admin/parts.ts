import { InstanceTold } from '../../instance-told.ts'
import { AdminController } from '../account/admin.controller.ts'
import { DashboardController } from './dashboard.controller.ts'
import { SystemController } from './system.controller.ts'
import { WorkController } from './work.controller.ts'

/** What only a super_admin sees. */
export const adminControllers = [AdminController, DashboardController, SystemController, WorkController]
export const adminParts = [InstanceTold]
