import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call, messageOf } from '../../../lib/api.ts'
import { showSetting } from '../reads/setting.ts'
import { profile } from './profile.queries.ts'

type Changes = { display_name?: string | null; time_zone?: string | null; language?: string | null }

/** The updated profile, or the message that explains the failure. */
async function changed(asked: Promise<http.Profile>): Promise<http.Profile | string> {
  try {
    const answer = await asked
    showSetting(profile, answer)
    return answer
  } catch (reason) {
    return messageOf(reason, 'Your change could not be saved. Please try again.')
  }
}

export const updateProfile = (body: Changes) => changed(call(routes.updateProfile, { body }))
export const changeEmail = (email: string, password: string) =>
  changed(call(routes.changeEmail, { body: { email, current_password: password } }))
