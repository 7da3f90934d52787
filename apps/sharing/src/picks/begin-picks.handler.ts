import { picksChanged, sharing, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { NamedVisitors } from '../visitors/named-visitors.ts'
import { ownList } from './own-list.ts'
import { PickAccess } from './pick-access.ts'

@Handles(sharing.beginPicks)
export class BeginPicks implements Handler<typeof sharing.beginPicks> {
  constructor(
    private readonly db: Database,
    private readonly access: PickAccess,
    private readonly visitors: NamedVisitors,
  ) {}

  async handle({ name, email, byMail = false, address, ...proof }: Input<typeof sharing.beginPicks>) {
    const link = await this.access.enter(proof)
    await this.visitors.admit(link, address)
    const { visitor, key } = await this.db.commit(async tx => {
      const begun = await this.visitors.begin(tx, link, { name, email, byMail, isPicking: true })
      tx.emit(picksChanged, link.id, { linkId: link.id, ownerId: link.ownerId, albumId: link.albumId })
      return begun
    })
    return { ...(await ownList(this.db, visitor)), key }
  }
}
