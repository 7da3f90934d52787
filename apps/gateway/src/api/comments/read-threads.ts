import { type Actor, COMMENTS, type Input, type OwnedThread, sharing } from '@daymark/contracts'
import type { RpcClient } from '@daymark/platform'

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
