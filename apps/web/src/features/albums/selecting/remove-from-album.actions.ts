import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import { optimistic } from '../../../domain/cache/cache.ts'
import { removeShownPhotos } from '../../../domain/photos/cached-photos.ts'
import { deleteEach, type Deletion } from '../../../domain/photos/delete-each.ts'
import { albumKey } from '../album.queries.ts'
import { showError } from '../../../ui/feedback/toast.ts'

const fromAlbum = (id: string): Deletion => ({
  one: imageId => call(routes.removeAlbumImage, { params: { id, imageId } }),
  many: image_ids => call(routes.removeAlbumImages, { params: { id }, body: { image_ids } }),
})

/** L-STATE-05: removed from the screen at once; failed photos reappear. Returns the removed ones. */
export async function removeFromAlbum(albumId: string, photoIds: readonly string[]): Promise<string[]> {
  let failed: ReadonlySet<string> = new Set()
  const [type, key] = albumKey(albumId)
  let putBack: ReturnType<typeof removeShownPhotos> = () => undefined
  await optimistic(
    'removeFromAlbum',
    () => (putBack = removeShownPhotos(photoIds, shown => shown[0] === type && shown[1] === key)),
    async () => putBack((failed = await deleteEach(fromAlbum(albumId), photoIds))),
  )
  if (failed.size) showError('Some photos could not be removed from the album. Please try again.')
  return photoIds.filter(id => !failed.has(id))
}
