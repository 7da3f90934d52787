import {
  type Envelope,
  type EventOf,
  type EventType,
  linkChanged,
  linkDeleted,
  linkRevoked,
  photoDeleted,
  photoUpdated,
  sessionEnded,
  subscriptionChanged,
} from '@daymark/contracts'
import type { Transport } from '@daymark/platform'
import type { LiveDownloads } from '../media/live-downloads.ts'
import type { MediaAccess } from '../media/media-access.ts'
import type { Sessions } from '../session/sessions.ts'
import { Changes } from './changes.ts'
import type { ChangeStream } from './change-stream.ts'

export type Listeners = { sessions: Sessions; media: MediaAccess; downloads: LiveDownloads; stream: ChangeStream }

/** What nats-server must let the gateway hear (docs/adr/0015). */
export const heard = [sessionEnded.name, ...new Changes().types]

/** Events drop what the gateway remembers and tell the owner's open pages. Lost ones cost freshness for seconds, nothing else. */
export async function listen(transport: Transport, { sessions, media, downloads, stream }: Listeners): Promise<void> {
  const hear = async <E extends EventType>(type: E, act: (data: EventOf<E>['data']) => void): Promise<void> =>
    transport.listen([type.name], event => act((event as EventOf<E>).data))

  await hear(sessionEnded, ({ userId, sessionIds }) => {
    for (const id of sessionIds) sessions.drop(id)
    stream.endUser(userId)
  })
  await hear(subscriptionChanged, ({ userId }) => sessions.dropUser(userId))
  await hear(photoDeleted, ({ photoId }) => {
    media.dropPhoto(photoId)
    downloads.endPhoto(photoId)
  })
  // Its variants may lie elsewhere now.
  await hear(photoUpdated, ({ photoId }) => media.dropPhoto(photoId))
  for (const type of [linkChanged, linkRevoked, linkDeleted])
    await hear(type, ({ linkId, active }) => {
      media.dropLink(linkId)
      if (type !== linkChanged || !active) downloads.end(linkId)
      else downloads.check(linkId)
    })

  const changes = new Changes()
  await transport.listen(changes.types, (event: Envelope) => {
    const owned = changes.of(event)
    if (owned) stream.send(owned.ownerId, owned.change)
  })
}
