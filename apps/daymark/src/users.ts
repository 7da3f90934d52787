import { processEnv } from '@daymark/platform'
import { UsageError } from './services.ts'

/** `reset-second-step` lets somebody in again who lost authenticator and recovery codes: with the password alone. */
export async function users([verb, email]: string[]): Promise<void> {
  if (verb !== 'reset-second-step' || !email) throw new UsageError('Say daymark users reset-second-step <email>.')
  const { resetSecondStepOf } = await import('@daymark/identity')
  if (!(await resetSecondStepOf(processEnv(), email)))
    throw new UsageError(`There is no account with the email ${email}.`)
  console.log(`${email} signs in with the password alone now. Two-step sign-in can be set up anew in the settings.`)
}
