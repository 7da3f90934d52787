import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import { showSetting } from '../reads/setting.ts'
import { mailChoices } from './mail.queries.ts'

/** Returns whether the choice was saved. */
export async function chooseMail(choice: http.MailChoices['topics'][number]): Promise<boolean> {
  try {
    showSetting(mailChoices, await call(routes.setMailChoice, { body: choice }))
    return true
  } catch {
    return false
  }
}
