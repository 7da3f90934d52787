import {
  MAIL_TOPICS,
  type MailChoicesView,
  mailChoicesChanged,
  OPT_IN_MAIL_TOPICS,
  type MailTopic,
} from '@daymark/contracts'
import type { Tx } from '@daymark/platform'

/** `mailsOff`: topics that are on by default and were turned off; `mailsOn`: topics that are off by default and were turned on. */
export type Choices = { mailsOff: string[]; mailsOn: string[] }

export const wantsMail = ({ mailsOff, mailsOn }: Choices, topic: MailTopic): boolean =>
  OPT_IN_MAIL_TOPICS.includes(topic) ? mailsOn.includes(topic) : !mailsOff.includes(topic)

/** All topics and whether they are turned on. */
export const mailChoices = (isSetUp: boolean, choices: Choices): MailChoicesView => ({
  isSetUp,
  topics: MAIL_TOPICS.map(topic => ({ topic, wanted: wantsMail(choices, topic) })),
})

/** Uses the time of the database as version: all replicas share its clock, and row locks serialize changes. */
const VERSION = 'floor(extract(epoch FROM clock_timestamp()) * 1000000)::float8 AS version'
/** Turns one topic on or off (`$3`). */
const CHOOSE = `
  WITH chosen AS (
    UPDATE users SET
      mails_off = CASE WHEN $3 THEN array_remove(mails_off, $2) ELSE array_append(array_remove(mails_off, $2), $2) END,
      mails_on = CASE WHEN $3 THEN array_append(array_remove(mails_on, $2), $2) ELSE array_remove(mails_on, $2) END
    WHERE id = $1 RETURNING mails_off, mails_on
  ) SELECT mails_off AS "mailsOff", mails_on AS "mailsOn", ${VERSION} FROM chosen`
const READ_CHOICES = `SELECT mails_off AS "mailsOff", mails_on AS "mailsOn", ${VERSION} FROM users WHERE id = $1`

type Row = Choices & { version: number }

/** Undefined: there is no such user. */
export async function chooseMail(
  tx: Tx,
  userId: string,
  topic: MailTopic,
  isWanted: boolean,
): Promise<Choices | undefined> {
  const [row] = await tx.sql<Row>(CHOOSE, [userId, topic, isWanted])
  if (row) announce(tx, userId, row)
  return row
}

/** Publishes the choices of a restored user for read models. */
export async function announceMailChoices(tx: Tx, userId: string): Promise<void> {
  const [row] = await tx.sql<Row>(READ_CHOICES, [userId])
  if (row) announce(tx, userId, row)
}

function announce(tx: Tx, userId: string, { version, ...choices }: Row): void {
  const wanted = MAIL_TOPICS.filter(topic => wantsMail(choices, topic))
  tx.emit(mailChoicesChanged, userId, { userId, version, wanted })
}
