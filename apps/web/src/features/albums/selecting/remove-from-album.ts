import { optimistic } from '../../../lib/cache/cache.ts'
import { removeShownPhotos } from '../../../widgets/photos/cached-photos.ts'
import { deleteEach } from '../../../widgets/photos/delete-each.ts'
import { albumAddress, albumKey } from '../album.queries.ts'

/** L-STATE-05: off the screen at once; what failed comes back. Answers what is removed. */
export async function removeFromAlbum(albumId: string, photoIds: readonly string[]): Promise<string[]> {
  let failed: ReadonlySet<string> = new Set()
  const [type, key] = albumKey(albumId)
  let putBack: ReturnType<typeof removeShownPhotos> = () => undefined
  await optimistic(
    'removeFromAlbum',
    () => (putBack = removeShownPhotos(photoIds, shown => shown[0] === type && shown[1] === key)),
    async () => putBack((failed = await deleteEach(`${albumAddress(albumId)}/images`, photoIds))),
  )
  if (failed.size) window.alert('Some photos could not be removed from the album. Please try again.')
  return photoIds.filter(id => !failed.has(id))
}
