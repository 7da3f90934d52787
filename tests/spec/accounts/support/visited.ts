import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { write } from '../../../support/comments.ts'
import { picksOf } from '../../../support/picks.ts'

/** What a visitor of a link left there: a list of picks, and a comment in its thread. */
export type Visited = { pickList: string; thread: string; comment: string }

export async function visitedBy(anna: Visitor, owner: Visitor, share: string, image: http.Image): Promise<Visited> {
  const { body } = await owner.patch<http.Share>(`/api/shares/${share}`, { picks: {}, comments: {} })
  await anna.post(picksOf(body.token), { name: 'Anna' })
  const [thread] = (await write(anna, body.token, image)).body.threads
  const { lists } = (await owner.get<http.SharePicks>(`/api/shares/${share}/picks`)).body
  return { pickList: lists[0]?.id ?? '', thread: thread?.id ?? '', comment: thread?.comments[0]?.id ?? '' }
}
