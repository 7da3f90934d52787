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

export type Listeners = {
  caches: Pick<Caches, 'invalidate'>
  visitorDownloads: ActiveVisitorDownloads
  userDownloads: ActiveDownloads
  stream: ChangeStream
  notices: NoticesCache
}

/** The events that nats-server must let the gateway subscribe to (docs/adr/0015). */
export const subscribedEventTypes = [
  ...new Set([...invalidatingEventTypes, noticesChanged.name, ...new ChangeTranslator().types]),
]

/**
 * Events invalidate caches, end running downloads, and notify the owner's open pages. A lost event only delays changes by seconds. Caches
 * are invalidated first, so that the following checks do not use old entries.
 */
export async function subscribeToEvents(transport: Transport, listeners: Listeners): Promise<void> {
  const { caches, stream } = listeners
  const changeTranslator = new ChangeTranslator()
  const reactions = createReactions(listeners)
  await transport.listen(subscribedEventTypes, (event: Envelope) => {
    caches.invalidate(tagsOfEvent(event))
    reactions.get(event.type)?.(event.data as never)
    const ownedChange = changeTranslator.translate(event)
    if (ownedChange) stream.send(ownedChange.ownerId, ownedChange.change)
  })
}

function createReactions({
  visitorDownloads,
  userDownloads,
  stream,
  notices,
}: Listeners): Map<string, (data: never) => void> {
  const reactions = new Map<string, (data: never) => void>()
  const addReaction = <E extends EventType>(types: E[], react: (data: EventOf<E>['data']) => void): void =>
    types.forEach(({ name }) => reactions.set(name, react))
  addReaction([noticesChanged], state => notices.apply(state))
  addReaction([sessionEnded], ({ userId }) => stream.endUser(userId))
  addReaction([userAccessChanged], ({ userId, mayAct }) =>
    mayAct ? userDownloads.unblock(userId) : userDownloads.block(userId),
  )
  addReaction([galleriesChanged], () => visitorDownloads.checkAll())
  addReaction([photoDeleted], ({ photoId }) => visitorDownloads.endPhoto(photoId))
  // Checks the downloads instead of ending them, because an event may arrive after the link became active again.
  addReaction([linkChanged, linkRevoked, linkDeleted], ({ linkId }) => visitorDownloads.check(linkId))
  return reactions
}
