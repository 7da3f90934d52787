import {
  CreateUser,
  GeneratePassword,
  GetAccount,
  InviteUser,
  ListUsers,
  ResetPassword,
  ResetSecondStep,
  UpdatePlan,
} from './accounts.handlers.ts'

/** Accounts in the hands of the administration. */
export const accountHandlers = [
  ...[CreateUser, InviteUser, ListUsers, GetAccount, UpdatePlan],
  ...[ResetPassword, ResetSecondStep, GeneratePassword],
]
