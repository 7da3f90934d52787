import { sharing, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { ownList } from './own-list.ts'
import { NamedVisitors } from '../visitors/named-visitors.ts'
import { PickAccess } from './pick-access.ts'

@Handles(sharing.getPicks)
export class GetPicks implements Handler<typeof sharing.getPicks> {
  constructor(
    private readonly db: Database,
    private readonly access: PickAccess,
    private readonly visitors: NamedVisitors,
  ) {}

  async handle({ key, since, ...proof }: Input<typeof sharing.getPicks>) {
    const link = await this.access.enter(proof)
    const list = await this.visitors.find(link, key)
    return { list: list ? await ownList(this.db, list, since) : null }
  }
}
