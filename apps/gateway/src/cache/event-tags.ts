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

/** Tags of cache entries. */
export const tag = {
  session: (sessionId: string) => `session ${sessionId}`,
  token: (tokenId: string) => `token ${tokenId}`,
  /** Tag of the cached sessions and API tokens of a user, which include the user's access, plan and profile. */
  account: (userId: string) => `account ${userId}`,
  link: (linkId: string) => `link ${linkId}`,
  /**
   * Readable addresses of all links. There is no tag for each owner, because the sharing service does not return the owner of an address.
   */
  linkNames: 'link names',
  /** Whether the galleries of an owner are open. */
  galleries: (ownerId: string) => `galleries ${ownerId}`,
  photo: (photoId: string) => `photo ${photoId}`,
  /** The photos of an owner and the locations of their files. */
  photos: (ownerId: string) => `photos ${ownerId}`,
  watermark: (ownerId: string) => `watermark ${ownerId}`,
  host: (host: string) => `host ${host}`,
  domain: (ownerId: string) => `domain ${ownerId}`,
  brand: (ownerId: string) => `brand ${ownerId}`,
  studioPage: (ownerId: string) => `studio-page ${ownerId}`,
}

export const linkTags = ({ linkId, ownerId }: { linkId: string; ownerId: string }): string[] => [
  tag.link(linkId),
  tag.studioPage(ownerId),
]

export const photoTags = ({ photoId, ownerId }: { photoId: string; ownerId: string }): string[] => [
  tag.photo(photoId),
  tag.photos(ownerId),
  tag.studioPage(ownerId),
]

const ownerTags = (ownerId: string): string[] =>
  [tag.galleries, tag.photos, tag.domain, tag.brand, tag.studioPage].map(tagOf => tagOf(ownerId))

type InvalidationRule = { types: EventType[]; tags: (data: never) => string[] }
const createRule = <E extends EventType>(
  types: E[],
  tags: (data: EventOf<E>['data']) => string[],
): InvalidationRule => ({ types, tags })

/** The tags that each event invalidates in every gateway. */
const invalidationRules = [
  createRule([sessionEnded], ({ sessionIds }) => sessionIds.map(tag.session)),
  createRule([tokenRevoked], ({ tokenId }) => [tag.token(tokenId)]),
  createRule([userAccessChanged], ({ userId }) => [tag.account(userId)]),
  createRule([subscriptionChanged], ({ userId }) => [tag.account(userId), tag.domain(userId), tag.brand(userId)]),
  createRule([userDeleted], ({ userId }) => [...ownerTags(userId), tag.account(userId), tag.linkNames]),
  createRule([galleriesChanged], ({ ownerId }) => [...ownerTags(ownerId), tag.linkNames]),
  createRule([linkChanged, linkRevoked, linkDeleted], linkTags),
  createRule([photoUpdated, photoDeleted, photoRestored], photoTags),
  createRule([watermarkChanged], ({ ownerId }) => [tag.watermark(ownerId)]),
  createRule([domainChanged], ({ ownerId, hosts }) => [tag.domain(ownerId), ...hosts.map(tag.host)]),
  createRule([brandChanged, studioLogoChanged], ({ ownerId }) => [tag.brand(ownerId)]),
  createRule([studioPageChanged], ({ ownerId }) => [tag.studioPage(ownerId)]),
]

const tagsByEventType = new Map(invalidationRules.flatMap(({ types, tags }) => types.map(({ name }) => [name, tags])))

export const invalidatingEventTypes = [...tagsByEventType.keys()]

export const tagsOfEvent = ({ type, data }: Pick<Envelope, 'type' | 'data'>): string[] =>
  tagsByEventType.get(type)?.(data as never) ?? []
