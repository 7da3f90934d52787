import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { ApiError, call } from '../../../lib/api.ts'
import { showSetting } from '../reads/setting.ts'
import { profile } from './profile.queries.ts'

type Changes = { display_name?: string | null; time_zone?: string | null; language?: string | null }

/** The profile as it is now, or the sentence that says why it was not changed. */
async function changed(asked: Promise<http.Profile>): Promise<http.Profile | string> {
  try {
    const answer = await asked
    showSetting(profile, answer)
    return answer
  } catch (reason) {
    return (reason instanceof ApiError && reason.sentence) || 'Your change could not be saved. Please try again.'
  }
}

export const updateProfile = (body: Changes) => changed(call(routes.updateProfile, { body }))
export const changeEmail = (email: string, password: string) =>
  changed(call(routes.changeEmail, { body: { email, current_password: password } }))
