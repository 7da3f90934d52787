import { http } from '@daymark/contracts'

/** Ids of real things, for fields that are not the ones attacked. */
export type Things = { photo: string; filename: string; album: string; tag: string; share: string; token: string }
type Schema = { shape: Record<string, unknown> }
export type Route = {
  call: string
  /** Fields of the query. */
  query?: string[]
  /** Fields of the body, with values that are right for all of them. */
  body?: (things: Things) => Record<string, unknown>
  /** Parts of the path that are ids or names, in their order. */
  path?: (keyof Things | 'none')[]
}

const keysOf = (schema: Schema): string[] => Object.keys(schema.shape)
/** Every field that a schema knows: these values, and null for what is left out. */
const all = (schema: Schema, values: (things: Things) => Record<string, unknown>) => (things: Things) => ({
  ...Object.fromEntries(keysOf(schema).map(key => [key, undefined])),
  ...values(things),
})
const page = ['limit', 'offset']
const none = ['none' as const]

/** Every call of the gateway with every field it reads; `fields.test.ts` compares it with the controllers. */
export const ROUTES: Route[] = [
  { call: 'GET /api/images', query: keysOf(http.imageQuery) },
  { call: 'POST /api/images' },
  { call: 'POST /api/images/known', body: all(http.knownImagesBody, () => ({ sha256: ['a'.repeat(64)] })) },
  { call: 'GET /api/images/facets' },
  { call: 'GET /api/images/:', path: none },
  { call: 'PATCH /api/images/:', path: ['photo'], body: all(http.imagePatch, () => ({})) },
  { call: 'DELETE /api/images', body: all(http.imageIdsBody, () => ({})) },
  { call: 'DELETE /api/images/:', path: none },
  { call: 'GET /api/images/:/tags', path: none },
  { call: 'POST /api/images/:/tags', path: ['photo'], body: all(http.tagIdBody, ({ tag }) => ({ tag_id: tag })) },
  { call: 'DELETE /api/images/:/tags/:', path: ['photo', 'none'] },
  { call: 'GET /api/uploads/:', path: none },
  { call: 'GET /api/tags' },
  { call: 'POST /api/tags', body: all(http.tagBody, () => ({})) },
  {
    call: 'POST /api/tags/apply',
    body: all(http.applyTagsBody, ({ photo, tag }) => ({ image_ids: [photo], tag_ids: [tag] })),
  },
  { call: 'PATCH /api/tags/:', path: ['tag'], body: all(http.tagBody, () => ({})) },
  { call: 'DELETE /api/tags/:', path: none },
  { call: 'GET /api/albums' },
  { call: 'POST /api/albums', body: all(http.albumBody, () => ({ title: 'A' })) },
  { call: 'GET /api/albums/:', path: ['album'], query: page },
  { call: 'PATCH /api/albums/:', path: ['album'], body: all(http.albumPatch, () => ({})) },
  { call: 'DELETE /api/albums/:', path: none, query: ['deletePhotos'], body: () => ({ deletePhotos: false }) },
  {
    call: 'POST /api/albums/:/images',
    path: ['album'],
    body: all(http.addImagesBody, ({ photo }) => ({ image_id: photo })),
  },
  { call: 'DELETE /api/albums/:/images', path: ['album'], body: all(http.imageIdsBody, () => ({})) },
  { call: 'DELETE /api/albums/:/images/:', path: ['album', 'none'] },
  { call: 'POST /api/albums/:/reorder', path: ['album'], body: all(http.reorderBody, () => ({ order: [] })) },
  {
    call: 'POST /api/albums/:/batch-rename',
    path: ['album'],
    body: ({ photo }) => ({ updates: [{ id: photo, title: 'x' }] }),
  },
  { call: 'GET /api/shares', query: ['album_id'] },
  { call: 'POST /api/shares', body: all(http.shareBody, ({ album }) => ({ album_id: album })) },
  { call: 'PATCH /api/shares/:', path: ['share'], body: all(http.sharePatch, () => ({ expires_at: null })) },
  { call: 'POST /api/shares/:/revoke', path: none },
  { call: 'POST /api/shares/:/reinstate', path: none },
  { call: 'DELETE /api/shares/:', path: none },
  {
    call: 'POST /api/shares/track',
    body: all(http.trackBody, ({ token }) => ({ token, event_type: 'photo_view' })),
  },
  { call: 'GET /api/shares/public/:', path: ['token'] },
  { call: 'GET /api/shares/public/:/download', path: ['token'] },
  { call: 'POST /api/shares/public/:/unlock', path: ['token'], body: all(http.unlockBody, () => ({ password: 'x' })) },
  { call: 'GET /api/subscription' },
  { call: 'GET /api/subscription/config' },
  { call: 'GET /api/subscription/usage' },
  { call: 'POST /api/subscription/update-tier', body: all(http.tierBody, () => ({})) },
  { call: 'GET /api/analytics' },
  { call: 'GET /api/auth/me' },
  { call: 'POST /api/auth/login', body: all(http.loginBody, () => ({ username: 'x', password: 'x' })) },
  { call: 'POST /api/auth/logout' },
  {
    call: 'POST /api/auth/change-password',
    body: all(http.changePasswordBody, () => ({ current_password: 'x', new_password: 'long enough for this' })),
  },
  { call: 'GET /api/admin/users', query: page },
  {
    call: 'POST /api/admin/users',
    body: all(http.createUserBody, () => ({ email: 'not an address', password: 'long enough' })),
  },
  { call: 'GET /api/admin/generate-password' },
  { call: 'POST /api/admin/users/:/reset-password', path: none },
  { call: 'GET /api/events' },
  { call: 'GET /api/health' },
  { call: 'GET /api/version' },
  { call: 'GET /healthz' },
  { call: 'GET /readyz' },
  { call: 'GET /media/variants/:/:', path: ['none', 'filename'] },
  { call: 'GET /media/originals/:', path: ['filename'] },
  { call: 'GET /media/full/:', path: ['filename'] },
  { call: 'GET /media/share/:/:', path: ['none', 'filename'], query: ['token', 'download'] },
]
