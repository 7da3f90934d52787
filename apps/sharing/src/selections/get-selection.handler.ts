import { sharing, type Actor, type Input, type SelectionView } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { galleryPhotos } from '../gallery/gallery-photos.ts'
import { ownSelection } from './selection.ts'

@Handles(sharing.getSelection)
export class GetSelection implements Handler<typeof sharing.getSelection> {
  constructor(private readonly db: Database) {}

  async handle({ id }: Input<typeof sharing.getSelection>, actor: Actor) {
    const { ownerId, title } = await ownSelection(this.db, id, actor)
    const photos = await galleryPhotos<SelectionView['photos'][number]>(
      this.db,
      { albumId: id, ownerId },
      'id, filename, title, width, height, placeholder',
    )
    return { id, title, photos }
  }
}
