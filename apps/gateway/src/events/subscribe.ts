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
import { invalidatingEventTypes, tagsOfEvent } from '../cache/event-tags.ts'
import type { ActiveVisitorDownloads } from '../media/visitors/active-visitor-downloads.ts'
import type { NoticesCache } from './notices.ts'
import type { ActiveDownloads } from '../session/active-downloads.ts'
import { ChangeTranslator } from './changes.ts'
import type { ChangeStream } from './change-stream.controller.ts'

export type EventListeners = {
  caches: Pick<Caches, 'invalidate'>
  visitorDownloads: ActiveVisitorDownloads
  userDownloads: ActiveDownloads
  stream: ChangeStream
  notices: NoticesCache
}

/** The events that nats-server must let the gateway subscribe to (docs/adr/0015). */
export const subscribedEventTypes = [
  ...new Set([...invalidatingEventTypes, noticesChanged.name, ...new ChangeTranslator().eventTypes]),
]

/**
 * Subscribes to events, which invalidate caches, end running downloads, and notify the owner's open pages. A lost event only delays changes
 * by seconds. Caches are invalidated first, so that the following checks do not use old entries.
 */
export async function subscribeToEvents(transport: Transport, listeners: EventListeners): Promise<void> {
  const { caches, stream } = listeners
  const changeTranslator = new ChangeTranslator()
  const handlers = createEventHandlers(listeners)
  await transport.listen(subscribedEventTypes, (event: Envelope) => {
    caches.invalidate(tagsOfEvent(event))
    handlers.get(event.type)?.(event.data as never)
    const ownedChange = changeTranslator.translate(event)
    if (ownedChange) stream.send(ownedChange.ownerId, ownedChange.change)
  })
}

function createEventHandlers({
  visitorDownloads,
  userDownloads,
  stream,
  notices,
}: EventListeners): Map<string, (data: never) => void> {
  const handlers = new Map<string, (data: never) => void>()
  const addHandler = <E extends EventType>(types: E[], handler: (data: EventOf<E>['data']) => void): void =>
    types.forEach(({ name }) => handlers.set(name, handler))
  addHandler([noticesChanged], state => notices.apply(state))
  addHandler([sessionEnded], ({ userId }) => stream.endStreamsOfUser(userId))
  addHandler([userAccessChanged], ({ userId, mayAct }) =>
    mayAct ? userDownloads.unblock(userId) : userDownloads.block(userId),
  )
  addHandler([galleriesChanged], () => visitorDownloads.checkAll())
  addHandler([photoDeleted], ({ photoId }) => visitorDownloads.endDownloadsOfPhoto(photoId))
  // Checks the downloads instead of ending them, because an event may arrive after the link became active again.
  addHandler([linkChanged, linkRevoked, linkDeleted], ({ linkId }) => visitorDownloads.check(linkId))
  return handlers
}
