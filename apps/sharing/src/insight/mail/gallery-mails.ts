import { type GalleryMail, galleryMailRequested } from '@daymark/contracts'
import { Clock, prepared, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { addressHash } from './addresses.ts'

type Of = { id: string; ownerId: string }
/** What a mail is about is the same occasion again and again: a second one is never sent. */
export type Told = { kind: GalleryMail['kind']; occasion: string; data?: object }

const POST = prepared(`
  WITH posted AS (
    INSERT INTO mails (link_id, owner_id, kind, key, address, address_hash, data, created_at)
    SELECT $1, $2, $3, m.key, m.address, m.hash, $4, $5
    FROM jsonb_to_recordset($6::jsonb) AS m (key text, address text, hash text)
    ON CONFLICT (key) DO NOTHING RETURNING id
  ) SELECT id FROM posted`)

/**
 * Mails about galleries, posted in the transaction of their cause. What is in one is read when it is sent (read-mail.handler.ts), so who
 * was removed, does not want it any more, or whose link is over by then gets nothing.
 */
@Injectable()
export class GalleryMails {
  constructor(private readonly clock: Clock) {}

  /** One to each address, however often it is named. Answers their ids. */
  async toVisitors(tx: Tx, link: Of, { addresses, ...told }: Told & { addresses: string[] }): Promise<string[]> {
    const byHash = new Map(addresses.map(address => [addressHash(link.ownerId, address), address]))
    const to = [...byHash].map(([hash, address]) => ({ key: `${keyOf(link, told)} ${hash}`, address, hash }))
    return this.post(tx, link, told, to)
  }

  async toOwner(tx: Tx, link: Of, told: Told): Promise<void> {
    await this.post(tx, link, told, [{ key: keyOf(link, told) }])
  }

  private async post(tx: Tx, { id: linkId, ownerId }: Of, { kind, data = {} }: Told, to: object[]): Promise<string[]> {
    const posted = await tx.sql<{ id: string }>(POST, [
      ...[linkId, ownerId, kind, JSON.stringify(data), this.clock.now(), JSON.stringify(to)],
    ])
    for (const { id: mailId } of posted) tx.emit(galleryMailRequested, mailId, { mailId, linkId, ownerId })
    return posted.map(({ id }) => id)
  }
}

const keyOf = ({ id }: Of, { kind, occasion }: Told): string => `${kind} ${id} ${occasion}`
