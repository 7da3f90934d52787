import {
  type Actor,
  brandChanged,
  brands,
  domainChanged,
  domains,
  errors,
  type EventType,
  galleriesChanged,
  identity,
  library,
  linkChanged,
  linkDeleted,
  linkRevoked,
  media,
  photoDeleted,
  photoRestored,
  photoUpdated,
  type Rpc,
  sessionEnded,
  sharing,
  studioLogoChanged,
  studioLogos,
  studioPageChanged,
  studioPages,
  subscriptionChanged,
  tokenRevoked,
  tokens,
  userAccessChanged,
  userDeleted,
  watermarkChanged,
} from '@daymark/contracts'
import { hashApiToken, createApiToken } from '@daymark/platform'

export const NAMES = ['a', 'b']

type Answers = Map<Rpc, (input: never, actor: Actor) => unknown>
export type Event = { type: EventType; data: object }
export type ServiceState = ReturnType<typeof createState>
export type Random = ReturnType<typeof createRandom>

/** Random numbers (Mulberry32) that are the same for the same seed. */
export function createRandom(seed: number) {
  let state = seed
  const next = (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
  return { next, pick: <T>(items: T[]): T => items[next(items.length)] as T }
}

export function createState() {
  const owners = ['one', 'two', 'three'].map(id => ({
    id,
    mayAct: true,
    tier: 'studio',
    isOpen: true,
    isDeleted: false,
    photoChanges: 0,
    pageChanges: 0,
    brand: `brand of ${id}`,
    logo: 1,
    host: `${id}.example`,
    watermark: 1,
    studioTitle: `page of ${id}`,
  }))
  const createForEach = <T>(create: (ownerId: string, name: string) => T): T[] =>
    owners.flatMap(({ id }) => NAMES.map(name => create(id, name)))
  return {
    owners,
    sessions: createForEach((ownerId, name) => ({ id: `${ownerId}-${name}`, ownerId, hasEnded: false })),
    tokens: createForEach((ownerId, name) => ({
      id: `${ownerId}-${name}`,
      ownerId,
      hasEnded: false,
      text: createApiToken(),
    })),
    photos: createForEach((ownerId, name) => ({ id: `${ownerId}-${name}`, ownerId, name, file: 1, isDeleted: false })),
    links: createForEach((ownerId, name) => ({
      id: `${ownerId}-${name}`,
      ownerId,
      token: `token-${ownerId}-${name}`,
      slug: `slug-${ownerId}-${name}`,
      isActive: true,
      watermark: false,
      changes: 0,
    })),
  }
}

const ownerIn = ({ owners }: ServiceState, id: string) =>
  owners.find(owner => owner.id === id) as ServiceState['owners'][number]
const photosOf = ({ photos }: ServiceState, owner: string) =>
  photos.filter(photo => photo.ownerId === owner && !photo.isDeleted)

function openLink(state: ServiceState, find: (link: ServiceState['links'][number]) => boolean) {
  const link = state.links.find(find)
  if (!link || !link.isActive || !ownerIn(state, link.ownerId).isOpen) throw errors.SHARE_UNAVAILABLE()
  return link
}

function filesOf(state: ServiceState, owner: string) {
  return photosOf(state, owner).map(({ id, name, file }) => {
    const at = (size: string) => ({ key: `${id}/${file}/${size}`, size: 7, sha256: `${file}` })
    return { photoId: id, name, downloadName: name, sm: at('sm'), md: at('md'), lg: at('lg') }
  })
}

/** Handlers of all calls to services, which answer from the state. */
export function createServiceHandlers(state: ServiceState): Answers {
  const answers: Answers = new Map()
  const addHandler = <I>(contract: Rpc, answer: (input: I, actor: Actor) => unknown) => answers.set(contract, answer)
  const versionOf = ({ ownerId, changes: ofLink }: ServiceState['links'][number]) =>
    `${ofLink} ${ownerIn(state, ownerId).photoChanges}`
  const pageVersion = (ownerId: string) => String(ownerIn(state, ownerId).pageChanges)
  const assertFound = <T>(value: T | undefined): T => {
    if (value === undefined) throw errors.PHOTO_NOT_FOUND()
    return value
  }
  addHandler<{ token: string }>(identity.checkSession, ({ token }) => {
    const session = state.sessions.find(({ id }) => `session-token-of-${id}` === token)
    const owner = session && ownerIn(state, session.ownerId)
    if (!session || session.hasEnded || !owner?.mayAct) throw errors.NO_SESSION()
    return { sessionId: session.id, user: { id: owner.id, tier: owner.tier } }
  })
  addHandler(identity.getDisplayName, () => ({ displayName: 'Ada' }))
  addHandler<{ hash: string }>(tokens.checkToken, ({ hash }) => {
    const token = state.tokens.find(({ text }) => hashApiToken(text) === hash)
    const owner = token && ownerIn(state, token.ownerId)
    if (!token || token.hasEnded || !owner?.mayAct) throw errors.TOKEN_REQUIRED()
    return { tokenId: token.id, userId: owner.id, expiresAt: '2999-01-01T00:00:00Z', planNeeded: owner.tier }
  })
  addHandler<{ token: string }>(sharing.openLink, ({ token }) => {
    const link = openLink(state, candidate => candidate.token === token)
    const { id, ownerId, watermark } = link
    return { linkId: id, ownerId, watermark, version: versionOf(link), expiresAt: null }
  })
  addHandler<{ token: string }>(sharing.listFiles, ({ token }) => {
    const link = openLink(state, candidate => candidate.token === token)
    return { version: versionOf(link), files: filesOf(state, link.ownerId) }
  })
  addHandler<{ token: string }>(sharing.locatePublic, ({ token }) => {
    openLink(state, link => link.token === token)
    throw errors.PHOTO_NOT_FOUND()
  })
  addHandler<{ token: string }>(sharing.getGallery, ({ token }) => {
    const link = openLink(state, candidate => candidate.token === token)
    const photos = photosOf(state, link.ownerId).map(({ id, name, file }) => ({ id, filename: `${name}${file}` }))
    return { album: { header: {} }, link: { ...link, showName: true }, photos }
  })
  addHandler<{ name: string }>(sharing.resolveName, ({ name }) => {
    const { id, token, slug } = openLink(state, link => link.slug === name)
    return { linkId: id, token, slug }
  })
  addHandler<{ token: string }>(sharing.getCard, ({ token }) => {
    const { id, ownerId } = openLink(state, link => link.token === token)
    return { linkId: id, ownerId, title: 'card', picture: photosOf(state, ownerId)[0]?.id ?? null }
  })
  addHandler<{ token: string }>(domains.findLinkOwner, ({ token }) => {
    const link = state.links.find(candidate => candidate.token === token)
    if (!link || !ownerIn(state, link.ownerId).isOpen) throw errors.SHARE_UNAVAILABLE()
    return { linkId: link.id, ownerId: link.ownerId }
  })
  addHandler<{ host: string }>(domains.findHost, ({ host }) => {
    const owner = state.owners.find(candidate => candidate.host === host)
    if (!owner) return { state: 'unknown', ownerId: null }
    return { state: owner.isOpen && owner.tier === 'studio' ? 'served' : 'closed', ownerId: owner.id }
  })
  addHandler<{ ownerId: string }>(domains.getHost, ({ ownerId }) => {
    const { host, tier } = ownerIn(state, ownerId)
    return { host: tier === 'studio' ? host : null }
  })
  addHandler<{ ownerId: string }>(brands.getPublicBrand, ({ ownerId }) => {
    const { brand, tier, isOpen } = ownerIn(state, ownerId)
    return { brand: tier === 'studio' && isOpen ? { name: brand } : null }
  })
  addHandler<{ ownerId: string }>(studioLogos.getStudioLogo, ({ ownerId }) => ({
    logo: { key: ownerIn(state, ownerId).logo },
  }))
  const galleriesOf = (ownerId: string) =>
    state.links
      .filter(link => link.ownerId === ownerId && link.isActive)
      .map(({ token }) => ({ title: `${token} ${photosOf(state, ownerId)[0]?.id}`, address: token, open: null }))
  addHandler<{ of: { name: string } }>(studioPages.openStudioPage, ({ of: { name } }) => {
    const { isOpen, isDeleted, studioTitle } = ownerIn(state, name)
    if (!isOpen || isDeleted) throw errors.STUDIO_PAGE_NOT_FOUND()
    return { ownerId: name, name, title: studioTitle, text: '', version: pageVersion(name) }
  })
  addHandler<{ ownerId: string }>(studioPages.listGalleries, ({ ownerId }) => ({
    version: pageVersion(ownerId),
    galleries: galleriesOf(ownerId),
  }))
  addHandler<{ name: string }>(library.listFiles, (_, { userId }) => ({ files: filesOf(state, userId) }))
  addHandler<{ name: string; size: 'sm' }>(library.locatePhoto, ({ name }, { userId }) => {
    const photo = assertFound(photosOf(state, userId).find(candidate => candidate.name === name))
    return { photoId: photo.id, key: `${photo.id}/${photo.file}/original` }
  })
  addHandler<{ ownerId: string; photoId: string }>(media.locateWatermarked, ({ ownerId, photoId }) => {
    assertFound(photosOf(state, ownerId).find(({ id }) => id === photoId))
    return { key: `${photoId} with mark ${ownerIn(state, ownerId).watermark}`, size: 7, sha256: 'a' }
  })
  addHandler<{ ownerId: string }>(media.listWatermarked, ({ ownerId }) => ({
    version: ownerIn(state, ownerId).watermark,
  }))
  return answers
}

/** Each entry changes the state at random and returns the events that the services publish about the change. */
export const changes: ((state: ServiceState, random: Random) => Event[])[] = [
  ({ sessions }, random) => {
    const session = random.pick(sessions)
    session.hasEnded = !session.hasEnded
    return [{ type: sessionEnded, data: { userId: session.ownerId, sessionIds: [session.id] } }]
  },
  (state, random) => {
    const token = random.pick(state.tokens)
    token.hasEnded = !token.hasEnded
    return [{ type: tokenRevoked, data: { tokenId: token.id, userId: token.ownerId } }]
  },
  ({ owners }, random) => {
    const owner = random.pick(owners)
    owner.mayAct = !owner.mayAct
    return [{ type: userAccessChanged, data: { userId: owner.id, mayAct: owner.mayAct } }]
  },
  (state, random) => {
    const owner = random.pick(state.owners)
    owner.isOpen = !owner.isOpen
    return [{ type: galleriesChanged, data: { ownerId: owner.id, open: owner.isOpen } }]
  },
  ({ owners }, random) => {
    const owner = random.pick(owners)
    owner.tier = owner.tier === 'studio' ? 'free' : 'studio'
    return [{ type: subscriptionChanged, data: { userId: owner.id } }]
  },
  ({ owners }, random) => {
    const owner = random.pick(owners)
    owner.isDeleted = true
    owner.isOpen = false
    return [{ type: userDeleted, data: { userId: owner.id } }]
  },
  (state, random) => {
    const link = random.pick(state.links)
    link.changes++
    ownerIn(state, link.ownerId).pageChanges++
    link.isActive = !link.isActive
    const type = link.isActive ? linkChanged : random.pick([linkRevoked, linkDeleted])
    return [{ type, data: { linkId: link.id, ownerId: link.ownerId } }]
  },
  (state, random) => {
    const link = random.pick(state.links)
    link.changes++
    ownerIn(state, link.ownerId).pageChanges++
    link.watermark = !link.watermark
    return [{ type: linkChanged, data: { linkId: link.id, ownerId: link.ownerId } }]
  },
  (state, random) => {
    const photo = random.pick(state.photos)
    ownerIn(state, photo.ownerId).photoChanges++
    ownerIn(state, photo.ownerId).pageChanges++
    photo.isDeleted = !photo.isDeleted
    const type = photo.isDeleted ? photoDeleted : photoRestored
    return [{ type, data: { photoId: photo.id, ownerId: photo.ownerId } }]
  },
  (state, random) => {
    const photo = random.pick(state.photos)
    ownerIn(state, photo.ownerId).photoChanges++
    ownerIn(state, photo.ownerId).pageChanges++
    photo.file++
    return [{ type: photoUpdated, data: { photoId: photo.id, ownerId: photo.ownerId } }]
  },
  ({ owners }, random) => {
    const owner = random.pick(owners)
    owner.watermark++
    return [{ type: watermarkChanged, data: { ownerId: owner.id } }]
  },
  ({ owners }, random) => {
    const owner = random.pick(owners)
    const before = owner.host
    owner.host = before.startsWith('new-') ? `${owner.id}.example` : `new-${owner.id}.example`
    return [{ type: domainChanged, data: { ownerId: owner.id, hosts: [before, owner.host] } }]
  },
  ({ owners }, random) => {
    const owner = random.pick(owners)
    owner.brand += '!'
    return [{ type: brandChanged, data: { ownerId: owner.id } }]
  },
  ({ owners }, random) => {
    const owner = random.pick(owners)
    owner.logo++
    return [{ type: studioLogoChanged, data: { ownerId: owner.id } }]
  },
  ({ owners }, random) => {
    const owner = random.pick(owners)
    owner.pageChanges++
    owner.studioTitle += '!'
    return [{ type: studioPageChanged, data: { ownerId: owner.id } }]
  },
]
