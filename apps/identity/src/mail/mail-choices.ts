import {
  MAIL_TOPICS,
  mailChoicesChanged,
  type MailChoicesView,
  type MailTopic,
  OPT_IN_MAIL_TOPICS,
  routes,
} from '@daymark/contracts'
import { isId, PlatformConfig, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The topics for which a user changed the default. `mailsOff` contains topics that are on by default and were turned off; `mailsOn`
 * contains topics that are off by default and were turned on.
 */
export type MailChoices = { mailsOff: string[]; mailsOn: string[] }

export const isTopicOn = ({ mailsOff, mailsOn }: MailChoices, topic: MailTopic): boolean =>
  OPT_IN_MAIL_TOPICS.includes(topic) ? mailsOn.includes(topic) : !mailsOff.includes(topic)

/** Returns all topics and whether each is turned on. */
export const toMailChoicesView = (isSetUp: boolean, choices: MailChoices): MailChoicesView => ({
  isSetUp,
  topics: MAIL_TOPICS.map(topic => ({ topic, wanted: isTopicOn(choices, topic) })),
})

/**
 * The version of the mail choices in events is the time of the database, because all replicas share its clock. Row locks serialize the
 * changes of one user, so later changes have higher versions.
 */
const SELECTED_VERSION = 'floor(extract(epoch FROM clock_timestamp()) * 1000000)::float8 AS version'
/** Turns the topic `$2` on if `$3` is true, and off otherwise. */
const UPDATE_CHOICE = `
  WITH chosen AS (
    UPDATE users SET
      mails_off = CASE WHEN $3 THEN array_remove(mails_off, $2) ELSE array_append(array_remove(mails_off, $2), $2) END,
      mails_on = CASE WHEN $3 THEN array_append(array_remove(mails_on, $2), $2) ELSE array_remove(mails_on, $2) END
    WHERE id = $1 RETURNING mails_off, mails_on
  ) SELECT mails_off AS "mailsOff", mails_on AS "mailsOn", ${SELECTED_VERSION} FROM chosen`
const SELECT_CHOICES = `SELECT mails_off AS "mailsOff", mails_on AS "mailsOn", ${SELECTED_VERSION} FROM users WHERE id = $1`

type ChoicesRow = MailChoices & { version: number }

/** Saves and publishes whether a user wants mails of a topic. Returns all choices, or undefined if the user does not exist. */
export async function saveMailChoice(
  tx: Tx,
  userId: string,
  topic: MailTopic,
  isWanted: boolean,
): Promise<MailChoices | undefined> {
  const [row] = await tx.sql<ChoicesRow>(UPDATE_CHOICE, [userId, topic, isWanted])
  if (row) emitMailChoices(tx, userId, row)
  return row
}

/** Publishes the mail choices of a restored user, because other services keep copies of them. */
export async function publishMailChoices(tx: Tx, userId: string): Promise<void> {
  const [row] = await tx.sql<ChoicesRow>(SELECT_CHOICES, [userId])
  if (row) emitMailChoices(tx, userId, row)
}

function emitMailChoices(tx: Tx, userId: string, { version, ...choices }: ChoicesRow): void {
  const wantedTopics = MAIL_TOPICS.filter(topic => isTopicOn(choices, topic))
  tx.emit(mailChoicesChanged, userId, { userId, version, wanted: wantedTopics })
}

/** Addresses that turn off mails of a topic: `page` is opened by the recipient, and `endpoint` is called by mail programs. */
export type UnsubscribeAddresses = { page: string; endpoint: string }

/**
 * Creates unsubscribe links and reads their signed tokens. The tokens are not stored and do not expire, so the link in an old mail still
 * works.
 */
@Injectable()
export class UnsubscribeLinks {
  private readonly key: Buffer
  constructor(platform: PlatformConfig) {
    this.key = createHmac('sha256', platform.secret).update('mail-unsubscribe').digest()
  }

  createAddresses(site: string, userId: string, topic: MailTopic): UnsubscribeAddresses {
    const token = `${userId}.${topic}.${this.sign(userId, topic)}`
    return { page: `${site}/mail/unsubscribe#${token}`, endpoint: `${site}${routes.unsubscribe.path}?token=${token}` }
  }

  /** Returns undefined if the signature of the token is wrong. */
  read(token: string): { userId: string; topic: MailTopic } | undefined {
    const [userId = '', name = '', signature = ''] = token.split('.')
    const topic = MAIL_TOPICS.find(knownTopic => knownTopic === name)
    if (!topic || !isId(userId)) return undefined
    const [actual, expected] = [Buffer.from(signature), Buffer.from(this.sign(userId, topic))]
    return actual.length === expected.length && timingSafeEqual(actual, expected) ? { userId, topic } : undefined
  }

  private sign(userId: string, topic: MailTopic): string {
    return createHmac('sha256', this.key).update(`${userId}.${topic}`).digest('base64url')
  }
}
