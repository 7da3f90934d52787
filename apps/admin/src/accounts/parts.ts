import { CreateUser } from './create-user.handler.ts'
import { GeneratePassword } from './generate-password.handler.ts'
import { GetAccount } from './get-account.handler.ts'
import { InviteUser } from './invite-user.handler.ts'
import { ListUsers } from './list-users.handler.ts'
import { ResetPassword } from './reset-password.handler.ts'
import { ResetSecondStep } from './reset-second-step.handler.ts'
import { UpdatePlan } from './update-plan.handler.ts'

/** Accounts in the hands of the administration. */
export const accountHandlers = [
  ...[CreateUser, InviteUser, ListUsers, GetAccount, UpdatePlan],
  ...[ResetPassword, ResetSecondStep, GeneratePassword],
]
