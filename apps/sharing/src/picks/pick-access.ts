import { createHash } from 'node:crypto'
import { errors, type PickSettings } from '@daymark/contracts'
import { Database, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { ACCESS_COLUMNS, GalleryAccess, type AccessRow } from '../gallery/gallery-access.ts'
import { isToken } from '../links/link-token.ts'

export type PickLink = AccessRow & { picks: PickSettings }
export type PickList = { id: string; name: string; email: string | null; sentAt: Date | null; revision: number }
type Proof = { token: string; grant?: string | undefined }

const LIST = 'id, name, email, sent_at AS "sentAt", revision'

/** Visitors who pick come in as to the gallery, and to a list by its key, of which only the hash is kept. */
@Injectable()
export class PickAccess {
  private readonly db: Database
  private readonly access: GalleryAccess
  constructor(db: Database, access: GalleryAccess) {
    this.db = db
    this.access = access
  }

  async enter({ token, grant }: Proof): Promise<PickLink> {
    const link = this.access.enter(await this.link(token), grant)
    if (!link.picks) throw errors.PICKS_OFF()
    return { ...link, picks: link.picks }
  }

  async find(link: PickLink, key: string): Promise<PickList | undefined> {
    const sql = `SELECT ${LIST} FROM pick_lists WHERE link_id = $1 AND key_hash = $2`
    const [list] = await this.db.sql<PickList>(sql, [link.id, hashOf(key)])
    return list
  }

  private async link(token: string) {
    if (!isToken(token)) return undefined
    const [row] = await this.db.sql<AccessRow & { picks: PickSettings | null }>(
      `SELECT ${ACCESS_COLUMNS}, l.picks FROM links l WHERE l.token = $1`,
      [token],
    )
    return row
  }
}

/** Held until the transaction ends: changes of two devices come one after the other, and none after it was sent. */
export async function lockList(tx: Tx, link: PickLink, key: string): Promise<PickList> {
  const sql = `SELECT ${LIST} FROM pick_lists WHERE link_id = $1 AND key_hash = $2 FOR NO KEY UPDATE`
  const [list] = await tx.sql<PickList>(sql, [link.id, hashOf(key)])
  if (!list) throw errors.PICK_LIST_NOT_FOUND()
  return list
}

/** 190 bits that nobody chose: one round is as good as many. */
export const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url')
