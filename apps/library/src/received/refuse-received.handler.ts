import { act, library, libraryAudited, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { Decisions } from './decisions.ts'
import { decide, dropFiles } from './drop-received.ts'

@Handles(library.refuseReceived)
export class RefuseReceived implements Handler<typeof library.refuseReceived> {
  constructor(private readonly decisions: Decisions) {}

  async handle(asked: Input<typeof library.refuseReceived>, actor: Actor) {
    const { decided: refused, left } = await this.decisions.on(asked, actor.userId, async (own, album, files) => {
      dropFiles(own, files)
      await decide(
        own,
        files.map(({ id }) => id),
        'declined',
      )
      const target = { kind: 'album', id: album.id, name: album.title }
      own.tx.emit(libraryAudited, ...act(actor, 'received.declined', target, { count: files.length }))
    })
    return { refused, left }
  }
}
