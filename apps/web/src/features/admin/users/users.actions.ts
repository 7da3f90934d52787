import type { Role, Tier } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import { type Outcome, outcomeOf } from '../../../lib/outcome.ts'
import { readAgain } from '../frame/use-admin-read.ts'

export type NewUser = { email: string; displayName: string; role: Role; subscriptionTier: Tier }
type Created = { email: string }

const named = ({ displayName, email, ...rest }: NewUser) => ({
  ...rest,
  email: email.trim(),
  displayName: displayName.trim() || null,
})

/** S-ADM-08 */
export const createUser = (user: NewUser, password: string): Promise<Outcome<Created>> =>
  outcomeOf(
    'Creating a user failed',
    () => call(routes.createUser, { body: { ...named(user), password } }),
    'Failed to create user',
  )

/** S-ADM-08; an email contains the link to set a password. */
export const inviteUser = (user: NewUser): Promise<Outcome<Created>> =>
  outcomeOf('Inviting a user failed', () => call(routes.inviteUser, { body: named(user) }), 'Failed to create user')

/** S-ADM-13 */
export const generatePassword = (): Promise<Outcome<string>> =>
  outcomeOf('Generating a password failed', async () => (await call(routes.generatePassword)).password)

/** S-ADM-09 */
export async function resetPassword(id: string): Promise<Outcome<string>> {
  const outcome = await outcomeOf(
    'Resetting a password failed',
    async () => (await call(routes.resetPassword, { params: { id } })).temporaryPassword,
    'Failed to reset password',
  )
  void readAgain()
  return outcome
}
