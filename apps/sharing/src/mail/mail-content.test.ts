import { Clock, type Database } from '@daymark/platform'
import { DigestContent, OwnerMailContent, type QueuedMail, VisitContent } from './mail-content.ts'

const db = { sql: async () => [] } as unknown as Database
const content = new OwnerMailContent(db, new Clock(), new VisitContent(db), new DigestContent(db))

it.each(['picks_sent', 'comment', 'visit', 'digest', 'link_expiry'] as const)(
  'rule 122: an email to the owner (%s) is not sent when there is nothing left to report',
  async kind => {
    const mail = { kind, linkId: 'link', data: { since: null }, expiresAt: null } as unknown as QueuedMail
    expect(await content.read(mail)).toBeNull()
  },
)
