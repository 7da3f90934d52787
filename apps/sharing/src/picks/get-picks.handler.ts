import { sharing, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { ownList } from './own-list.ts'
import { PickAccess } from './pick-access.ts'

@Handles(sharing.getPicks)
export class GetPicks implements Handler<typeof sharing.getPicks> {
  private readonly db: Database
  private readonly access: PickAccess
  constructor(db: Database, access: PickAccess) {
    this.db = db
    this.access = access
  }

  async handle({ key, since, ...proof }: Input<typeof sharing.getPicks>) {
    const link = await this.access.enter(proof)
    const list = key === undefined ? undefined : await this.access.find(link, key)
    return { list: list ? await ownList(this.db, list, since) : null }
  }
}
