import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { commentsOf, write } from './comments.ts'
import { saidOf, sendList } from './picks.ts'

/** Sends a pick list, writes and resolves a comment and completes the first look. Returns the expected webhook payloads by event type (docs/operations/webhooks.md). */
export async function visitAndExpectEvents(
  owner: Visitor,
  visitor: Visitor,
  { id: share_id, album_id, token }: http.Share,
  image: http.Image,
) {
  await sendList(visitor, token, [saidOf(image, 'picked')])
  const point = { x: 0.5, y: 0 }
  const [thread] = (await write(visitor, token, image, { point })).body.threads
  await visitor.post(commentsOf(token, `/threads/${thread?.id}`), { resolved: true })
  await owner.patch(`/api/shares/${share_id}`, { first_look: {} })
  await owner.post(`/api/shares/${share_id}/complete`)
  const of = { share_id, album_id, image_id: image.id, by: 'visitor' }
  return {
    'selection.submitted': expect.objectContaining({ share_id, name: 'Anna', picked: 1, notes: 0 }),
    'share.completed': { id: share_id, album_id, notified: 1, completed_at: expect.any(String) },
    'comment.created': {
      ...{ ...of, id: thread?.comments[0]?.id, thread_id: thread?.id, name: 'Anna', text: 'A little brighter?', point },
      created_at: expect.any(String),
    },
    'comment.resolved': { ...of, id: thread?.id, resolved_at: expect.any(String) },
  }
}
