import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { memoryQuery } from '../../../domain/cache/use-cached.ts'
import { call, messageOf } from '../../../lib/api.ts'
import { updateSetting } from '../frame/setting.ts'

export const profileSetting = memoryQuery(routes.getProfile)

type ProfileChanges = { display_name?: string | null; time_zone?: string | null; language?: string | null }

/** Waits for a change of the profile. Returns the updated profile, or the message of the failure. */
async function changeProfile(request: Promise<http.Profile>): Promise<http.Profile | string> {
  try {
    const profile = await request
    updateSetting(profileSetting, profile)
    return profile
  } catch (reason) {
    return messageOf(reason, 'Your change could not be saved. Please try again.')
  }
}

export const updateProfile = (body: ProfileChanges) => changeProfile(call(routes.updateProfile, { body }))
export const changeEmail = (email: string, password: string) =>
  changeProfile(call(routes.changeEmail, { body: { email, current_password: password } }))
