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
import type { ActiveVisitorDownloads } from '../media/visitors/active-visitor-downloads.ts'
import type { Notices } from './notices.ts'
import type { ActiveDownloads } from '../session/active-downloads.ts'
import { Changes } from './changes.ts'
import type { ChangeStream } from './change-stream.controller.ts'

export type Listeners = {
  caches: Pick<Caches, 'invalidate'>
  visitorDownloads: ActiveVisitorDownloads
  userDownloads: ActiveDownloads
  stream: ChangeStream
  notices: Notices
}

/** The events that nats-server must let the gateway subscribe to (docs/adr/0015). */
export const subscribedTypes = [...new Set([...invalidatingTypes, noticesChanged.name, ...new Changes().types])]

/**
 * Events invalidate caches, end running downloads, and notify the owner's open pages. A lost event only delays changes by seconds. Caches
 * are invalidated first, so that the following checks do not use old entries.
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

function reactionsOf({
  visitorDownloads,
  userDownloads,
  stream,
  notices,
}: Listeners): Map<string, (data: never) => void> {
  const reactions = new Map<string, (data: never) => void>()
  const on = <E extends EventType>(types: E[], react: (data: EventOf<E>['data']) => void): void =>
    types.forEach(({ name }) => reactions.set(name, react))
  on([noticesChanged], state => notices.apply(state))
  on([sessionEnded], ({ userId }) => stream.endUser(userId))
  on([userAccessChanged], ({ userId, mayAct }) =>
    mayAct ? userDownloads.unblock(userId) : userDownloads.block(userId),
  )
  on([galleriesChanged], () => visitorDownloads.checkAll())
  on([photoDeleted], ({ photoId }) => visitorDownloads.endPhoto(photoId))
  // Checks the downloads instead of ending them, because an event may arrive after the link became active again.
  on([linkChanged, linkRevoked, linkDeleted], ({ linkId }) => visitorDownloads.check(linkId))
  return reactions
}
