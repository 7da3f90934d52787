import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { writeComment } from '../../../support/comments.ts'
import { picksPath } from '../../../support/picks.ts'

/** What a visitor of a link left there: a list of picks, and a comment in its thread. */
export type VisitorContent = { pickList: string; thread: string; comment: string }

export async function leaveVisitorContent(anna: Visitor, owner: Visitor, share: string, image: http.Image): Promise<VisitorContent> {
  const { body } = await owner.patch<http.Share>(`/api/shares/${share}`, { picks: {}, comments: {} })
  await anna.post(picksPath(body.token), { name: 'Anna' })
  const [thread] = (await writeComment(anna, body.token, image)).body.threads
  const { lists } = (await owner.get<http.SharePicks>(`/api/shares/${share}/picks`)).body
  return { pickList: lists[0]?.id ?? '', thread: thread?.id ?? '', comment: thread?.comments[0]?.id ?? '' }
}
