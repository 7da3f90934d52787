import { type Actor, type Input, type PickedPhoto, sharing } from '@daymark/contracts'
import type { RpcClient } from '@daymark/platform'

const AT_ONCE = 500

/** All photos of which visitors of a link said something, page by page. */
export async function readPicked(
  rpc: RpcClient,
  asked: Omit<Input<typeof sharing.listPickedPhotos>, 'limit' | 'offset'>,
  actor: Actor,
): Promise<PickedPhoto[]> {
  const photos: PickedPhoto[] = []
  for (let isMore = true; isMore;) {
    const page = { ...asked, limit: AT_ONCE, offset: photos.length }
    const found = await rpc.call(sharing.listPickedPhotos, page, actor)
    photos.push(...found.photos)
    isMore = found.photos.length === AT_ONCE
  }
  return photos
}
