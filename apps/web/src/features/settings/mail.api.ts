import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import { type Setting, updateSetting } from './frame/setting.ts'

export const mailSetting: Setting<http.MailChoices> = {
  path: routes.getMailChoices.path,
  read: signal => call(routes.getMailChoices, { signal }),
}

/** Returns whether the choice was saved. */
export async function saveMailChoice(choice: http.MailChoices['topics'][number]): Promise<boolean> {
  try {
    updateSetting(mailSetting, await call(routes.setMailChoice, { body: choice }))
    return true
  } catch {
    return false
  }
}
