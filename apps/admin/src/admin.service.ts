import { defineService } from '@daymark/platform'
import { CreateUser } from './users/create-user.ts'
import { GeneratePassword } from './users/generate-password.ts'
import { ListUsers } from './users/list-users.ts'
import { ResetPassword } from './users/reset-password.ts'

export const adminService = defineService({
  name: 'admin',
  database: false,
  callsOthers: true,
  handlers: [CreateUser, ListUsers, ResetPassword, GeneratePassword],
})
