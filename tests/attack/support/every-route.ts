import { routes, v1 } from '@daymark/contracts'

/** Ids of real things, for fields that are not the ones attacked. */
export type Things = {
  photo: string
  filename: string
  album: string
  tag: string
  share: string
  token: string
  /** The token of an upload link. */
  upload: string
  webhook: string
  delivery: string
}
export type Route = {
  call: string
  /** Fields of the query. */
  query?: string[]
  /** Fields of the body, with values that are right for all of them. */
  body?: (things: Things) => Record<string, unknown>
  /** Parts of the path that are ids or names, in their order. */
  path?: (keyof Things | 'none')[]
  /** It takes a token instead of a session. */
  byToken: boolean
}
type Values = (things: Things) => Record<string, unknown>
type Schema = { shape: Record<string, unknown> }

const CREDENTIAL = { id: 'x', rawId: 'x', type: 'public-key' }
const MADE = { ...CREDENTIAL, response: { clientDataJSON: 'x', attestationObject: 'x' } }
const USED = { ...CREDENTIAL, response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' } }

/** What a body holds beside the field that is attacked, where an empty one would be refused before that. */
const BODIES: Partial<Record<keyof typeof routes, Values>> = {
  findKnownImages: () => ({ sha256: ['a'.repeat(64)] }),
  addImageTag: ({ tag }) => ({ tag_id: tag }),
  applyTags: ({ photo, tag }) => ({ image_ids: [photo], tag_ids: [tag] }),
  createAlbum: () => ({ title: 'A' }),
  deleteAlbum: () => ({ deletePhotos: false }),
  addAlbumImages: ({ photo }) => ({ image_id: photo }),
  reorderAlbum: () => ({ order: [] }),
  batchRename: ({ photo }) => ({ updates: [{ id: photo, title: 'x' }] }),
  addSection: () => ({ name: 'A' }),
  moveToSection: ({ photo }) => ({ image_ids: [photo], section_id: null }),
  createUploadLink: () => ({ title: 'A' }),
  nameUploadGuest: () => ({ name: 'A' }),
  unlockUploadPage: () => ({ password: 'x' }),
  createShare: ({ album }) => ({ album_id: album }),
  updateShare: () => ({ expires_at: null }),
  trackVisit: ({ token }) => ({ token, event_type: 'photo_view' }),
  unlockGallery: () => ({ password: 'x' }),
  subscribeToCompletion: () => ({ email: 'anna@example.org' }),
  signIn: () => ({ username: 'x', password: 'x' }),
  changePassword: () => ({ current_password: 'x', new_password: 'long enough for this' }),
  passSecondStep: () => ({ challenge: 'x', code: '000000' }),
  signInByPasskey: () => ({ challenge: 'x', credential: USED }),
  beginSecondStep: () => ({ current_password: 'x' }),
  confirmSecondStep: () => ({ challenge: 'x', code: '000000' }),
  endSecondStep: () => ({ current_password: 'x', code: '000000' }),
  renewRecoveryCodes: () => ({ current_password: 'x', code: '000000' }),
  beginPasskey: () => ({ current_password: 'x' }),
  addPasskey: () => ({ challenge: 'x', name: 'x', credential: MADE }),
  removePasskey: () => ({ current_password: 'x' }),
  usePasswordLink: () => ({ token: 'x', new_password: 'long enough for this' }),
  changeEmail: () => ({ email: 'x@example.org', current_password: 'x' }),
  setMailChoice: () => ({ topic: 'new_sign_in', wanted: true }),
  createUser: () => ({ email: 'not an address', password: 'long enough' }),
  setDomain: () => ({ host: 'photos.example.com' }),
}
/** The same for the public API. */
const V1_BODIES: Partial<Record<keyof typeof v1, Values>> = {
  createAlbum: () => ({ title: 'A' }),
  addAlbumImages: ({ photo }) => ({ image_ids: [photo] }),
  removeAlbumImages: ({ photo }) => ({ image_ids: [photo] }),
  addSection: () => ({ name: 'A' }),
  moveToSection: ({ photo }) => ({ image_ids: [photo], section_id: null }),
  findKnownImages: () => ({ sha256: ['a'.repeat(64)] }),
  createShare: ({ album }) => ({ album_id: album }),
  createWebhook: () => ({ url: 'https://127.0.0.1/hook', events: ['image.uploaded'] }),
}
const V1_PATHS: Partial<Record<keyof typeof v1, Route['path']>> = {
  getAlbum: ['album'],
  updateAlbum: ['album'],
  getManifest: ['album'],
  addAlbumImages: ['album'],
  removeAlbumImages: ['album'],
  addSection: ['album'],
  updateSection: ['album', 'none'],
  removeSection: ['album', 'none'],
  moveToSection: ['album'],
  getImage: ['photo'],
  updateImage: ['photo'],
  getShare: ['share'],
  updateShare: ['share'],
  updateWebhook: ['webhook'],
  listDeliveries: ['webhook'],
  getDelivery: ['webhook', 'delivery'],
  redeliver: ['webhook', 'delivery'],
}
/** Calls whose parts of the path name something that is there. Of all others they are attacked alone. */
const PATHS: Partial<Record<keyof typeof routes, Route['path']>> = {
  updateImage: ['photo'],
  addImageTag: ['photo'],
  removeImageTag: ['photo', 'none'],
  getTag: ['tag'],
  renameTag: ['tag'],
  getAlbum: ['album'],
  updateAlbum: ['album'],
  addAlbumImages: ['album'],
  removeAlbumImages: ['album'],
  removeAlbumImage: ['album', 'none'],
  reorderAlbum: ['album'],
  batchRename: ['album'],
  addSection: ['album'],
  updateSection: ['album', 'none'],
  removeSection: ['album', 'none'],
  moveToSection: ['album'],
  createUploadLink: ['album'],
  listReceived: ['album'],
  acceptReceived: ['album'],
  refuseReceived: ['album'],
  getUploadPage: ['upload'],
  nameUploadGuest: ['upload'],
  unlockUploadPage: ['upload'],
  getSendingFile: ['upload', 'none'],
  withdrawFile: ['upload', 'none'],
  getShare: ['share'],
  updateShare: ['share'],
  getGallery: ['token'],
  downloadGallery: ['token'],
  getDownloads: ['token'],
  prepareDownload: ['token'],
  unlockGallery: ['token'],
  getVariant: ['none', 'filename'],
  getOriginal: ['filename'],
  getFullSize: ['filename'],
  getSharedPhoto: ['none', 'filename'],
}

const keysOf = (schema: Schema): string[] => Object.keys(schema.shape)
/** Every field that a schema knows: these values, and nothing for what is left out. */
const all =
  (schema: Schema, values: Values = () => ({})) =>
  (things: Things) => ({ ...Object.fromEntries(keysOf(schema).map(key => [key, undefined])), ...values(things) })

type Contracts = Record<string, (typeof routes)[keyof typeof routes] | (typeof v1)[keyof typeof v1]>
type About = { bodies: Partial<Record<string, Values>>; paths: Partial<Record<string, Route['path']>> }

const read = (contracts: Contracts, { bodies, paths }: About): Route[] =>
  Object.entries(contracts).map(([name, { method, path, auth, query, body }]) => {
    const parts = path.match(/:\w+/g)?.map(() => 'none' as const)
    return {
      call: `${method} ${path.replaceAll(/:\w+/g, ':')}`,
      byToken: auth === 'token',
      ...(query && { query: keysOf(query) }),
      ...(body && { body: all(body, bodies[name]) }),
      ...(parts && { path: paths[name] ?? parts }),
    }
  })

/** Every call of the product with every field it reads. */
export const ROUTES: Route[] = [
  ...read(routes, { bodies: BODIES, paths: PATHS }),
  ...read(v1, { bodies: V1_BODIES, paths: V1_PATHS }),
]
