import {
  type Envelope,
  type EventOf,
  type EventType,
  galleriesChanged,
  linkChanged,
  linkDeleted,
  linkRevoked,
  noticesChanged,
  photoDeleted,
  sessionEnded,
  userAccessChanged,
} from '@daymark/contracts'
import type { Transport } from '@daymark/platform'
import type { Caches } from '../cache/caches.ts'
import { invalidatingTypes, tagsOfEvent } from '../cache/event-tags.ts'
import type { LiveDownloads } from '../media/visitors/active-visitor-downloads.ts'
import type { Notices } from './notices.ts'
import type { OwnAnswers } from '../session/active-downloads.ts'
import { Changes } from './changes.ts'
import type { ChangeStream } from './change-stream.ts'

export type Listeners = {
  caches: Pick<Caches, 'invalidate'>
  downloads: LiveDownloads
  own: OwnAnswers
  stream: ChangeStream
  notices: Notices
}

/** The events that nats-server must let the gateway subscribe to (docs/adr/0015). */
export const subscribedTypes = [...new Set([...invalidatingTypes, noticesChanged.name, ...new Changes().types])]

/**
 * Events invalidate caches, end answers that are being sent, and are passed on to the owner's open pages. A lost event costs freshness
 * for seconds, nothing else. Caches come first: what is checked after that must not be answered by an old entry.
 */
export async function subscribe(transport: Transport, listeners: Listeners): Promise<void> {
  const { caches, stream } = listeners
  const changes = new Changes()
  const reactions = reactionsOf(listeners)
  await transport.listen(subscribedTypes, (event: Envelope) => {
    caches.invalidate(tagsOfEvent(event))
    reactions.get(event.type)?.(event.data as never)
    const owned = changes.of(event)
    if (owned) stream.send(owned.ownerId, owned.change)
  })
}

function reactionsOf({ downloads, own, stream, notices }: Listeners): Map<string, (data: never) => void> {
  const reactions = new Map<string, (data: never) => void>()
  const on = <E extends EventType>(types: E[], react: (data: EventOf<E>['data']) => void): void =>
    types.forEach(({ name }) => reactions.set(name, react))
  on([noticesChanged], state => notices.take(state))
  on([sessionEnded], ({ userId }) => stream.endUser(userId))
  on([userAccessChanged], ({ userId, mayAct }) => (mayAct ? own.mayActAgain(userId) : own.end(userId)))
  on([galleriesChanged], () => downloads.checkAll())
  on([photoDeleted], ({ photoId }) => downloads.endPhoto(photoId))
  // An event may come late: the link may be open again, and the download of another visitor under way.
  on([linkChanged, linkRevoked, linkDeleted], ({ linkId }) => downloads.check(linkId))
  return reactions
}
