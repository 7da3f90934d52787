import { AdminController } from '../account/admin.controller.ts'
import { AuditController } from './audit.controller.ts'

/** The administration; every call of it is for a super_admin. */
export const adminControllers = [AdminController, AuditController]
