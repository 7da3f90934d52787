import { errors, type PickSettings } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { AccessRow } from '../../links/gallery/gallery-access.ts'
import { hashOf, isKeyOf } from '../visitors/key-hash.ts'
import { type NamedVisitor, NamedVisitors, VISITOR } from '../visitors/named-visitors.ts'

export type PickLink = AccessRow & { picks: PickSettings }
/** Each visitor who said her name has one. */
export type PickList = NamedVisitor
type Proof = { token: string; grant?: string | undefined }

/** Visitors who pick, where the link asks for it. */
@Injectable()
export class PickAccess {
  constructor(private readonly visitors: NamedVisitors) {}

  async authorize(proof: Proof): Promise<PickLink> {
    const link = await this.visitors.authorize(proof)
    if (!link.picks) throw errors.PICKS_OFF()
    return { ...link, picks: link.picks }
  }
}

/** Held until the transaction ends: changes of two devices come one after the other, and none after it was sent. */
export async function lockList(tx: Tx, link: PickLink, key: string): Promise<PickList> {
  const sql = `SELECT ${VISITOR} FROM pick_lists v WHERE link_id = $1 AND ${isKeyOf('v', '$2')} FOR NO KEY UPDATE`
  const [list] = await tx.sql<PickList>(sql, [link.id, hashOf(key)])
  if (!list) throw errors.PICK_LIST_NOT_FOUND()
  return list
}
