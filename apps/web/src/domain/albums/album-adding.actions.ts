import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import { invalidate } from '../cache/cache.ts'
import { logFailure } from '../../lib/log.ts'

/** L-PHOTO-18: adds the selected photos to an album, one request per photo. Returns whether all requests succeeded. */
export async function addToAlbum(albumId: string, photoIds: readonly string[]): Promise<boolean> {
  let hasSucceeded = true
  try {
    for (const image_id of photoIds) await call(routes.addAlbumImages, { params: { id: albumId }, body: { image_id } })
    window.alert(`Added ${photoIds.length} photos to album!`)
  } catch (reason) {
    hasSucceeded = false
    logFailure('Adding to the album failed', reason)
    window.alert('Failed to add photos to album')
  }
  // The album is reloaded even after a failure, because some of the photos may have been added.
  void invalidate('addToAlbum')
  return hasSucceeded
}

/** L-API-27: adds the selection of the photo picker to an album in one request. Returns whether it succeeded. */
export async function addToAlbumInOneRequest(albumId: string, photoIds: readonly string[]): Promise<boolean> {
  try {
    await call(routes.addAlbumImages, { params: { id: albumId }, body: { image_ids: [...photoIds] } })
    void invalidate('addToAlbum')
    return true
  } catch (reason) {
    logFailure('Adding to the album failed', reason)
    window.alert('Failed to add photos to album')
    return false
  }
}
