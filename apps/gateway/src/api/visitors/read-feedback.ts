import { type Actor, COMMENTS, type Input, type OwnedThread, type PickedPhoto, sharing } from '@daymark/contracts'
import type { RpcClient } from '@daymark/platform'

const PAGE_SIZE = 500

/** Reads all photos that visitors of a link picked, rejected or commented in their pick lists. */
export async function readPicked(
  rpc: RpcClient,
  input: Omit<Input<typeof sharing.listPickedPhotos>, 'limit' | 'offset'>,
  actor: Actor,
): Promise<PickedPhoto[]> {
  const photos: PickedPhoto[] = []
  for (let isMore = true; isMore;) {
    const page = { ...input, limit: PAGE_SIZE, offset: photos.length }
    const found = await rpc.call(sharing.listPickedPhotos, page, actor)
    photos.push(...found.photos)
    isMore = found.photos.length === PAGE_SIZE
  }
  return photos
}

/** Reads up to `limit` comment threads of a link, in pages that fit into one response of the sharing service. */
export async function readThreads(
  rpc: RpcClient,
  { limit, ...input }: Input<typeof sharing.listComments>,
  actor: Actor,
) {
  const threads: OwnedThread[] = []
  let total = 0
  do {
    const page = { limit: Math.min(limit - threads.length, COMMENTS.page), offset: input.offset + threads.length }
    const found = await rpc.call(sharing.listComments, { ...input, ...page }, actor)
    threads.push(...found.threads)
    total = found.total
    if (found.threads.length < page.limit) break
  } while (threads.length < limit)
  return { threads, total }
}
