import { library, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { becomePhotos } from './become-photo.ts'
import { Decisions } from './decisions.ts'
import { decide } from './drop-received.ts'

/** They are photos of the album with the commit that decides it. */
@Handles(library.acceptReceived)
export class AcceptReceived implements Handler<typeof library.acceptReceived> {
  constructor(private readonly decisions: Decisions) {}

  async handle(asked: Input<typeof library.acceptReceived>, { userId }: Actor) {
    const { decided: accepted, left } = await this.decisions.on(asked, userId, async (own, album, files) => {
      own.account.filesDropped(files)
      await becomePhotos(own, album, files)
      await decide(
        own,
        files.map(({ id }) => id),
        'added',
      )
    })
    return { accepted, left }
  }
}
