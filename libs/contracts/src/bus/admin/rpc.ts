import { z } from 'zod'
import { done, role, rpc, text } from '../define.ts'
import { accountPage, accountView, userView } from '../identity/accounts.ts'
import { MAX_DISPLAY_NAME } from '../../rules/limits.ts'
import { tier } from '../../rules/plans.ts'

/** Only for super_admin; FORBIDDEN otherwise (S-ADA-11). */
export const admin = {
  createUser: rpc(
    'admin.users.create',
    z.object({ email: text, password: text, displayName: text.max(MAX_DISPLAY_NAME).nullable(), role, tier }),
    userView,
  ),
  listUsers: rpc('admin.users.list', accountPage, z.object({ users: z.array(accountView), total: z.number() })),
  resetPassword: rpc(
    'admin.users.reset-password',
    z.object({ id: z.string() }),
    z.object({ temporaryPassword: z.string() }),
  ),
  resetSecondStep: rpc('admin.users.reset-second-step', z.object({ id: z.string() }), done),
  generatePassword: rpc('admin.passwords.generate', z.object({}), z.object({ password: z.string() })),
}
