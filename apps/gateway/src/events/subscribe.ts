import {
  brandChanged,
  domainChanged,
  type Envelope,
  type EventOf,
  type EventType,
  galleriesChanged,
  linkChanged,
  linkDeleted,
  linkRevoked,
  noticesChanged,
  photoDeleted,
  photoRestored,
  photoUpdated,
  sessionEnded,
  studioLogoChanged,
  studioPageChanged,
  subscriptionChanged,
  tokenRevoked,
  userAccessChanged,
  userDeleted,
  watermarkChanged,
} from '@daymark/contracts'
import type { Transport } from '@daymark/platform'
import type { Bearers } from '../bearers/bearers.ts'
import type { CustomHosts } from '../hosts/custom-hosts.ts'
import type { ShownBrands } from '../hosts/shown-brands.ts'
import type { StudioPages } from '../studio-pages/studio-pages.ts'
import type { LinkAddresses } from '../link-addresses.ts'
import type { LiveDownloads } from '../media/live-downloads.ts'
import type { MediaAccess } from '../media/media-access.ts'
import type { Watermarked } from '../media/visitors/watermarked.ts'
import type { Notices } from '../notices/notices.ts'
import type { OwnAnswers } from '../session/own-answers.ts'
import type { Sessions } from '../session/sessions.ts'
import { Changes } from './changes.ts'
import type { ChangeStream } from './change-stream.ts'

export type Caches = {
  sessions: Sessions
  bearers: Bearers
  media: MediaAccess
  addresses: LinkAddresses
  hosts: CustomHosts
  brands: ShownBrands
  studioPages: StudioPages
  watermarked: Watermarked
  downloads: LiveDownloads
  own: OwnAnswers
  stream: ChangeStream
  notices: Notices
}

/** What an owner's galleries look like, and where they are. */
const OWNERS = [domainChanged, brandChanged, studioLogoChanged, studioPageChanged]

/** The events that nats-server must let the gateway subscribe to (docs/adr/0015). */
export const subscribedTypes = [
  sessionEnded.name,
  userAccessChanged.name,
  tokenRevoked.name,
  noticesChanged.name,
  galleriesChanged.name,
  userDeleted.name,
  watermarkChanged.name,
  ...OWNERS.map(({ name }) => name),
  ...new Changes().types,
]

/** Events drop what the gateway remembers and are passed on to the owner's open pages. Lost ones cost freshness for seconds, nothing else. */
export async function subscribe(transport: Transport, caches: Caches): Promise<void> {
  const { media, addresses, hosts, brands, studioPages, watermarked, downloads, stream, notices } = caches
  const on = async <E extends EventType>(type: E, handle: (data: EventOf<E>['data']) => void): Promise<void> =>
    transport.listen([type.name], event => handle((event as EventOf<E>).data))

  await followAccounts(on, caches)
  await on(noticesChanged, state => notices.take(state))
  await on(domainChanged, ({ ownerId, hosts: names }) => hosts.drop(ownerId, names))
  for (const type of [brandChanged, studioLogoChanged]) await on(type, ({ ownerId }) => brands.drop(ownerId))
  await on(studioPageChanged, ({ ownerId }) => studioPages.drop(ownerId))
  await on(photoDeleted, ({ photoId, ownerId }) => {
    media.dropPhoto(photoId, ownerId)
    studioPages.drop(ownerId)
    watermarked.dropPhoto(photoId)
    downloads.endPhoto(photoId)
  })
  // Its variants may lie elsewhere now, or somewhere again.
  for (const type of [photoUpdated, photoRestored])
    await on(type, ({ photoId, ownerId }) => media.dropPhoto(photoId, ownerId))
  await on(watermarkChanged, ({ ownerId }) => watermarked.dropOwner(ownerId))
  // An event may come late: the link may be open again, and somebody else's download under way.
  for (const type of [linkChanged, linkRevoked, linkDeleted])
    await on(type, ({ linkId, ownerId }) => {
      studioPages.drop(ownerId)
      media.dropLink(linkId)
      addresses.dropLink(linkId)
      downloads.check(linkId)
    })

  const changes = new Changes()
  await transport.listen(changes.types, (event: Envelope) => {
    const owned = changes.of(event)
    if (owned) stream.send(owned.ownerId, owned.change)
  })
}

type On = <E extends EventType>(type: E, handle: (data: EventOf<E>['data']) => void) => Promise<void>

/** Who may come in, by session, token or link. */
async function followAccounts(on: On, caches: Caches): Promise<void> {
  const { sessions, bearers, media, addresses, hosts, brands, studioPages, downloads, own, stream } = caches
  await on(sessionEnded, ({ userId, sessionIds }) => {
    for (const id of sessionIds) sessions.drop(id)
    stream.endUser(userId)
  })
  await on(tokenRevoked, ({ tokenId }) => bearers.drop(tokenId))
  await on(userAccessChanged, ({ userId, mayAct }) => {
    bearers.dropUser(userId)
    sessions.dropUser(userId)
    if (mayAct) own.mayActAgain(userId)
    else own.end(userId)
  })
  const forgetGalleries = (ownerId: string): void => {
    media.dropOwner(ownerId)
    addresses.dropOwner(ownerId)
    hosts.drop(ownerId)
    brands.drop(ownerId)
    studioPages.drop(ownerId)
  }
  await on(galleriesChanged, ({ ownerId }) => {
    forgetGalleries(ownerId)
    downloads.checkAll()
  })
  await on(userDeleted, ({ userId }) => forgetGalleries(userId))
  await on(subscriptionChanged, ({ userId }) => {
    sessions.dropUser(userId)
    bearers.dropUser(userId)
    hosts.drop(userId)
    brands.drop(userId)
  })
}
