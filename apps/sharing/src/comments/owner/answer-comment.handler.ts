import { sharing, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { lockForVisitors } from '../../visitors/named-visitors.ts'
import { ownLink } from '../../visitors/own-link.ts'
import { lockThread, OWNER, say } from '../changed-threads.ts'
import { assertRoom } from '../comment-room.ts'

@Handles(sharing.answerComment)
export class AnswerComment implements Handler<typeof sharing.answerComment> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ linkId, threadId, text }: Input<typeof sharing.answerComment>, actor: Actor) {
    return this.db.commit(async tx => {
      const link = await ownLink(tx, linkId, actor)
      await lockForVisitors(tx, link.id)
      const thread = await lockThread(tx, link, threadId)
      const now = this.clock.now()
      await assertRoom(tx, { linkId: link.id, photoId: thread.photoId, threadId: thread.id, visitorId: null, now })
      await say(tx, link, thread, { author: OWNER, text, now })
      return { success: true as const }
    })
  }
}
