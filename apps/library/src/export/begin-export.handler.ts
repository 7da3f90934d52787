import { act, library, libraryAudited, type Actor } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { libraryVersion } from '../accounts/library-version.ts'

@Handles(library.beginExport)
export class BeginExport implements Handler<typeof library.beginExport> {
  constructor(private readonly db: Database) {}

  async handle(_: object, actor: Actor) {
    const target = { kind: 'user', id: actor.userId, name: actor.name ?? null }
    await this.db.commit(async tx => tx.emit(libraryAudited, ...act(actor, 'library.exported', target)))
    return { version: await libraryVersion(this.db, actor.userId) }
  }
}
