import { GetAccount } from './get-account.handler.ts'
import { InviteUser } from './invite-user.handler.ts'
import { UpdatePlan } from './update-plan.handler.ts'

/** One account in the hands of the administration. */
export const accountHandlers = [GetAccount, UpdatePlan, InviteUser]
