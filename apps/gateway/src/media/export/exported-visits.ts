import {
  type Actor,
  AppError,
  COMMENTS,
  type OwnedThread,
  type PickedPhoto,
  type PickListView,
  sharing,
  type FirstLookSubscriber,
} from '@daymark/contracts'
import type { RpcClient } from '@daymark/platform'
import { readThreads } from '../../api/comments/read-threads.ts'
import { readPicked } from '../../api/picks/read-picked.ts'

/** What visitors of a link picked and wrote, of photos that its gallery shows, and who waits until it is complete. */
export type ExportedVisit = {
  lists: PickListView[]
  photos: PickedPhoto[]
  threads: OwnedThread[]
  waiting: FirstLookSubscriber[]
}

/** By link; only of links that have some. */
export async function exportedVisits(rpc: RpcClient, actor: Actor): Promise<Map<string, ExportedVisit>> {
  const { linkIds } = await rpc.call(sharing.listVisitedLinks, {}, actor)
  const visits = new Map<string, ExportedVisit>()
  for (const linkId of linkIds) {
    const visit = await visitOf(rpc, linkId, actor).catch(gone)
    if (visit) visits.set(linkId, visit)
  }
  return visits
}

async function visitOf(rpc: RpcClient, linkId: string, actor: Actor): Promise<ExportedVisit> {
  const [{ lists }, photos, { threads }, { waiting }] = await Promise.all([
    rpc.call(sharing.listPicks, { linkId }, actor),
    readPicked(rpc, { linkId, only: 'all' }, actor),
    readThreads(rpc, { linkId, state: 'all', limit: COMMENTS.perLink, offset: 0 }, actor),
    rpc.call(sharing.listSubscribers, { linkId }, actor),
  ])
  return { lists, photos, threads, waiting }
}

/** Deleted meanwhile. */
function gone(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'share_not_found') throw error
}

/** In the words of `library.json`; `fileOf` is where a photo lies in the archive. */
export function visitTold(
  { lists, photos, threads, waiting }: ExportedVisit,
  fileOf: (photoId: string) => string | null,
) {
  const photoOf = ({ id, originalFilename }: { id: string; originalFilename: string }) => ({
    ...{ id, file: fileOf(id), original_filename: originalFilename },
  })
  return {
    lists: lists.map(({ id, name, email, sentAt, createdAt, changedAt }) => ({
      ...{ name, email, sent_at: sentAt, created_at: createdAt, changed_at: changedAt },
      photos: photos.flatMap(photo => {
        const said = photo.by.find(({ listId }) => listId === id)
        return said ? { ...photoOf(photo), choice: said.choice, note: said.note } : []
      }),
    })),
    threads: threads.map(({ photo, point, resolvedAt, createdAt, email, comments }) => ({
      ...{ photo: photoOf(photo), point, resolved_at: resolvedAt, created_at: createdAt, email },
      comments: comments.map(({ by, name, text, createdAt: at }) => ({ by, name, text, created_at: at })),
    })),
    waiting: waiting.map(({ email, createdAt }) => ({ email, created_at: createdAt })),
  }
}
