import { type GalleryMail, galleryMailRequested } from '@daymark/contracts'
import { Clock, preparedStatement, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { addressHash } from './recipients.ts'

export type MailLink = { id: string; ownerId: string }
/** Why an email is sent. `occasion` identifies the cause; each occasion causes at most one email per address. */
export type MailCause = { kind: GalleryMail['kind']; occasion: string; data?: object }

const INSERT_MAILS = preparedStatement(`
  INSERT INTO mails (link_id, owner_id, kind, key, address, address_hash, data, created_at)
  SELECT $1, $2, $3, m.key, m.address, m.hash, $4, $5
  FROM jsonb_to_recordset($6::jsonb) AS m (key text, address text, hash text)
  ON CONFLICT (key) DO NOTHING RETURNING id`)

/**
 * Enqueues emails about galleries, in the transaction of their cause. The content of an email is read when it is sent (mail.handlers.ts),
 * so that no email goes to visitors who were removed or have unsubscribed since, or is about a link that was closed since.
 */
@Injectable()
export class GalleryMails {
  constructor(private readonly clock: Clock) {}

  /** Enqueues one email per distinct address. Returns the ids of the emails. */
  async enqueueForVisitors(
    tx: Tx,
    link: MailLink,
    { addresses, ...cause }: MailCause & { addresses: string[] },
  ): Promise<string[]> {
    const addressByHash = new Map(addresses.map(address => [addressHash(link.ownerId, address), address]))
    const recipients = [...addressByHash].map(([hash, address]) => ({
      key: `${mailKey(link, cause)} ${hash}`,
      address,
      hash,
    }))
    return this.enqueue(tx, link, cause, recipients)
  }

  async enqueueForOwner(tx: Tx, link: MailLink, cause: MailCause): Promise<void> {
    await this.enqueue(tx, link, cause, [{ key: mailKey(link, cause) }])
  }

  private async enqueue(
    tx: Tx,
    { id: linkId, ownerId }: MailLink,
    { kind, data = {} }: MailCause,
    recipients: object[],
  ): Promise<string[]> {
    const values = [linkId, ownerId, kind, JSON.stringify(data), this.clock.now(), JSON.stringify(recipients)]
    const mails = await tx.sql<{ id: string }>(INSERT_MAILS, values)
    for (const { id: mailId } of mails) tx.emit(galleryMailRequested, mailId, { mailId, linkId, ownerId })
    return mails.map(({ id }) => id)
  }
}

const mailKey = ({ id }: MailLink, { kind, occasion }: MailCause): string => `${kind} ${id} ${occasion}`
