import { type Actor, COMMENTS, type Input, type OwnedThread, type PickedPhoto, sharing } from '@daymark/contracts'
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

/** As many threads of a link as are asked for, in pages that fit into a message. */
export async function readThreads(
  rpc: RpcClient,
  { limit, ...asked }: Input<typeof sharing.listComments>,
  actor: Actor,
) {
  const threads: OwnedThread[] = []
  let total = 0
  do {
    const page = { limit: Math.min(limit - threads.length, COMMENTS.page), offset: asked.offset + threads.length }
    const found = await rpc.call(sharing.listComments, { ...asked, ...page }, actor)
    threads.push(...found.threads)
    total = found.total
    if (found.threads.length < page.limit) break
  } while (threads.length < limit)
  return { threads, total }
}
