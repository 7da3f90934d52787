import { library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { Account } from '../accounts/account.entity.ts'
import { changeLibrary } from '../accounts/change-library.ts'
import { readAlbums } from './album-view.ts'
import { readAlbumPage } from './read-album-page.ts'

@Handles(library.listAlbumPage)
export class ListAlbumPage implements Handler<typeof library.listAlbumPage> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle(page: Input<typeof library.listAlbumPage>, { userId }: Actor) {
    // and Favorites, which plans do not count
    const total = (await this.account(userId)).albums + 1
    const { ids, next } = await readAlbumPage(this.db, userId, total, page)
    return { albums: await readAlbums(this.db, ids), total, next }
  }

  /** The first touch makes the library and its Favorites (rule 21). */
  private async account(userId: string): Promise<Account> {
    const found = await this.db.em.findOneBy(Account, { userId })
    if (found) return found
    return this.db.commit(tx => changeLibrary(tx, userId, this.clock.now(), async ({ account }) => account))
  }
}
