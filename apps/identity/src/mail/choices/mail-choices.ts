import { MAIL_TOPICS, type MailChoicesView } from '@daymark/contracts'

/** Every topic there is, and whether it is wanted: all are until they are turned off. */
export const mailChoices = (isSetUp: boolean, mailsOff: string[]): MailChoicesView => ({
  isSetUp,
  topics: MAIL_TOPICS.map(topic => ({ topic, wanted: !mailsOff.includes(topic) })),
})

/** One topic on or off; `$3`: wanted. Answers all that are off. */
export const CHOOSE = `
  UPDATE users SET mails_off = CASE WHEN $3::boolean THEN array_remove(mails_off, $2)
    ELSE array_append(array_remove(mails_off, $2), $2) END
  WHERE id = $1 RETURNING mails_off AS "mailsOff"`
