import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import { showSetting } from '../frame/setting.ts'
import { mailChoices } from './mail.queries.ts'

type Topic = http.MailChoices['topics'][number]['topic']

export async function chooseMail(topic: Topic, wanted: boolean): Promise<void> {
  showSetting(mailChoices, await call(routes.setMailChoice, { body: { topic, wanted } }))
}
