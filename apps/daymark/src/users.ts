import { processEnv } from '@daymark/platform'
import { UsageError } from './services.ts'

/** `reset-second-step` lets a user who lost authenticator and recovery codes sign in with the password alone. */
export async function users([verb, email]: string[]): Promise<void> {
  if (verb !== 'reset-second-step' || !email) throw new UsageError('Usage: daymark users reset-second-step <email>.')
  const { resetSecondStepOf } = await import('@daymark/identity')
  if (!(await resetSecondStepOf(processEnv(), email)))
    throw new UsageError(`No account with the email ${email} exists.`)
  console.log(`${email} can now sign in with the password alone. Two-step sign-in can be enabled again in Settings.`)
}
