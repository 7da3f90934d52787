import { library, type Actor } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { Album } from './album.entity.ts'
import { viewAlbums } from './album-view.ts'

/** Favorites first (L-ALB-03), then the newest. */
@Handles(library.listAlbums)
export class ListAlbums implements Handler<typeof library.listAlbums> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle(_input: object, { userId }: Actor) {
    const albums = await this.read(userId)
    if (albums.length) return viewAlbums(this.db, albums)
    await this.db.commit(tx => changeLibrary(tx, userId, this.clock.now(), async () => {}))
    return viewAlbums(this.db, await this.read(userId))
  }

  private read(ownerId: string): Promise<Album[]> {
    return this.db.em.find(Album, {
      where: { ownerId },
      order: { isFavorites: 'DESC', createdAt: 'DESC', id: 'DESC' },
    })
  }
}
