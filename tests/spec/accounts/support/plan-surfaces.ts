import { type http, isEncrypted, linkWatermarked, type Feature } from '@daymark/contracts'
import type { Answer } from '@daymark/testing/outside'
import type { TestDns } from '@daymark/testing/outside'
import { send } from '../../../attack/support/raw.ts'
import type { Daymark, SignedInUser } from '../../../support/daymark.ts'
import { connectDomain } from '../../../support/domains.ts'
import { mediaPath, createLink, createSharedGallery, picture, stem } from '../../../support/shared-gallery.ts'
import { logo, SETTINGS, uploadLogo } from '../../../support/watermark.ts'

/** An account that uses every plan feature. */
export type Studio = {
  daymark: Daymark
  owner: SignedInUser
  host: string
  albumId: string
  images: http.Image[]
  /** Links to the album: a plain one, and one that shows the watermark. */
  plain: http.Share
  marked: http.Share
  /** An album in the trash. */
  trashed: string
  /** A token of the public API, created while the plan included it. */
  token: string
}
/** How a surface answers: `allowed`, or with the code of its refusal. */
type Outcome = 'allowed' | (string & {})
export type Surface = {
  /** The feature name in the plans (rule 12). */
  feature: Feature
  /** Method and path of a route, or a description. */
  surface: string
  attempt: (studio: Studio) => Promise<Outcome>
  /** Default: plan_required. */
  refusal?: string
}

type Asked = Answer<{ code?: string }>
async function outcome(asked: Promise<Pick<Asked, 'status' | 'body'>>): Promise<Outcome> {
  const { status, body } = await asked
  return status < 300 ? 'allowed' : (body?.code ?? String(status))
}
const call = (
  feature: Feature,
  surface: string,
  request: (studio: Studio) => Promise<Asked>,
  refusal?: string,
): Surface => ({
  feature,
  surface,
  attempt: studio => outcome(request(studio)),
  ...(refusal && { refusal }),
})

const newestFile = ({ images }: Studio) => images[0]?.filename ?? ''
const photoIds = ({ images }: Studio) => images.map(({ id }) => id)
const visitorsOf = ({ daymark }: Studio) => daymark.visitor()

const watermarks: Surface[] = [
  call('watermarks', 'POST /api/settings/watermark', async ({ owner }) =>
    owner.upload(SETTINGS, { name: 'logo.png', bytes: await logo(), type: 'image/png' }),
  ),
  call('watermarks', 'PATCH /api/settings/watermark', ({ owner }) => owner.patch(SETTINGS, { widthPercent: 25 })),
  call('watermarks', 'GET /media/watermarked/:size/:file', studio =>
    studio.owner.get(`/media/watermarked/lg/${stem(newestFile(studio))}.jpg`),
  ),
  call('watermarks', 'POST /api/shares', ({ owner, albumId }) =>
    owner.post('/api/shares', { album_id: albumId, watermark: true }),
  ),
  call('watermarks', 'POST /api/shares of some photos', studio =>
    studio.owner.post('/api/shares', { image_ids: photoIds(studio), watermark: true }),
  ),
  call('watermarks', 'PATCH /api/shares/:id', async ({ owner, albumId }) => {
    const { id } = await createLink(owner, { album_id: albumId })
    return owner.patch(`/api/shares/${id}`, { watermark: true })
  }),
  {
    feature: 'watermarks',
    surface: 'presets: the watermark of a preset',
    refusal: 'left out',
    async attempt({ owner }) {
      const [preset] = (await owner.get<http.Preset[]>('/api/presets')).body
      return preset?.settings.watermark ? 'allowed' : 'left out'
    },
  },
  // rule 40: the visitor gets no reason and no picture without a watermark
  call(
    'watermarks',
    'gallery: a picture that is not rendered yet',
    studio => visitorsOf(studio).get(mediaPath(studio.marked.token, newestFile(studio), 'lg')),
    'watermark_unavailable',
  ),
  call(
    'watermarks',
    'gallery: the ZIP',
    studio => visitorsOf(studio).get(`/api/shares/public/${studio.marked.token}/download`),
    'watermark_unavailable',
  ),
  {
    feature: 'watermarks',
    surface: 'job: pictures of a new link are rendered ahead',
    refusal: 'nothing rendered',
    async attempt({ daymark, owner, images, marked }) {
      const media = daymark.db('media')
      const photoId = images[1]?.id ?? ''
      await media.sql('DELETE FROM watermarked_files WHERE photo_id = $1', [photoId])
      const link = { linkId: marked.id, ownerId: owner.id, photoIds: [photoId] }
      await daymark.publish(linkWatermarked, marked.id, link)
      await daymark.settle()
      const rendered = await media.sql('SELECT 1 FROM watermarked_files WHERE photo_id = $1', [photoId])
      return rendered.length > 0 ? 'allowed' : 'nothing rendered'
    },
  },
]

const library: Surface[] = [
  call('batch_rename', 'POST /api/albums/:id/batch-rename', ({ owner, albumId, images }) =>
    owner.post(`/api/albums/${albumId}/batch-rename`, { updates: images.map(({ id }) => ({ id, title: 'Renamed' })) }),
  ),
  call(
    'unlimited_albums',
    'POST /api/albums',
    ({ owner }) => owner.post('/api/albums', { title: 'One more' }),
    'album_limit',
  ),
  {
    feature: 'unlimited_albums',
    surface: 'POST /api/trash/restore',
    refusal: 'album_limit',
    async attempt({ owner, trashed }) {
      const restored = await outcome(owner.post('/api/trash/restore', { album_ids: [trashed] }))
      if (restored === 'allowed') await owner.delete(`/api/albums/${trashed}`)
      return restored
    },
  },
]

const analytics: Surface[] = [
  call('advanced_analytics', 'GET /api/shares/:id/analytics', ({ owner, plain }) =>
    owner.get(`/api/shares/${plain.id}/analytics`),
  ),
]

/** One request to the owner's domain. */
async function visit({ daymark, host }: Studio, path: string): Promise<Outcome> {
  const { status } = await send(daymark.url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  return status === 200 ? 'allowed' : String(status)
}
const customDomain: Surface[] = [
  call('custom_domain', 'POST /api/settings/domain', ({ owner, host }) => owner.post('/api/settings/domain', { host })),
  call('custom_domain', 'POST /api/settings/domain/verify', ({ owner }) => owner.post('/api/settings/domain/verify')),
  {
    feature: 'custom_domain',
    surface: 'gallery: on the domain',
    refusal: '404',
    attempt: studio => visit(studio, `/api/shares/public/${studio.plain.token}`),
  },
  {
    feature: 'custom_domain',
    surface: 'gallery: its pictures on the domain',
    refusal: '404',
    attempt: studio => visit(studio, mediaPath(studio.plain.token, newestFile(studio), 'md')),
  },
  {
    feature: 'custom_domain',
    surface: 'addresses of links',
    refusal: 'the main address',
    async attempt({ owner, host }) {
      const { body } = await owner.get<http.Share[]>('/api/shares')
      return body.every(({ url }) => new URL(url).hostname === host) ? 'allowed' : 'the main address'
    },
  },
  {
    feature: 'custom_domain',
    surface: 'service: certificates',
    refusal: '404',
    async attempt({ daymark, host }) {
      const status = await daymark.ops<number>('gateway', '/domains/ask', `domain=${host}`)
      return status === 200 ? 'allowed' : String(status)
    },
  },
]

const STUDIO = '/api/settings/studio'
const ownLogo = async ({ owner }: Studio): Promise<Asked> =>
  owner.upload(`${STUDIO}/logo`, { name: 'logo.png', bytes: await logo('#0000ff'), type: 'image/png' })
const whiteLabel: Surface[] = [
  call('white_label', `PATCH ${STUDIO}`, ({ owner }) => owner.patch(STUDIO, { name: 'Berg & Daughters' })),
  call('white_label', `POST ${STUDIO}/logo`, ownLogo),
  {
    feature: 'white_label',
    surface: 'gallery: the page shows the studio name',
    refusal: 'that of Daymark',
    async attempt(studio) {
      const page = (await visitorsOf(studio).get(`/share/${studio.plain.token}`)).bytes.toString()
      return /property="og:site_name" content="Berg /.test(page) ? 'allowed' : 'that of Daymark'
    },
  },
  call(
    'white_label',
    'gallery: her logo',
    studio => visitorsOf(studio).get(`/media/share/logo.png?token=${studio.plain.token}`),
    'brand_logo_not_found',
  ),
]

const prioritySupport: Surface = {
  feature: 'priority_support',
  surface: 'service: mails to support',
  refusal: 'without priority',
  async attempt({ owner }) {
    const { is_priority: isFirst } = (await owner.get<http.Support>('/api/settings/support')).body
    return isFirst ? 'allowed' : 'without priority'
  },
}

const clientOf = ({ daymark, token }: Studio) => daymark.visitor({ authorization: `Bearer ${token}` })
const apiAccess: Surface[] = [
  call('api_access', 'service: reading with a token', studio => clientOf(studio).get('/v1/tokens')),
  {
    feature: 'api_access',
    surface: 'service: writing with a token',
    async attempt(studio) {
      const created = (await studio.owner.post<{ id: string }>('/v1/tokens', {})).body
      const seen = await outcome(clientOf(studio).delete(`/v1/tokens/${created.id}`))
      // tokens can be listed and deleted on every plan
      if (seen !== 'allowed') await studio.owner.delete(`/v1/tokens/${created.id}`)
      return seen
    },
  },
]

export async function albumLimitOf(owner: SignedInUser): Promise<number | null> {
  return (await owner.get<{ albums: { limit: number | null } }>('/api/subscription/usage')).body.albums.limit
}
/** The plan limits by which screens lock a feature (S-SET-09, S-WM-06, L-AD-05). */
export const FEATURE_OF: Record<keyof http.Subscription['limits'], Feature> = {
  canUseWatermarks: 'watermarks',
  canUseBatchRename: 'batch_rename',
  canUseAnalytics: 'advanced_analytics',
  canUseCustomDomain: 'custom_domain',
}
const screens: Surface[] = [
  ...Object.entries(FEATURE_OF).map(([limit, feature]) => ({
    feature,
    surface: `screen: ${limit}`,
    refusal: 'locked',
    async attempt({ owner }: Studio) {
      const { limits } = (await owner.get<http.Subscription>('/api/subscription')).body
      return limits[limit as keyof typeof FEATURE_OF] ? 'allowed' : 'locked'
    },
  })),
  {
    feature: 'unlimited_albums',
    surface: 'screen: albums.limit',
    refusal: '10',
    async attempt({ owner }) {
      const limit = await albumLimitOf(owner)
      return limit === null ? 'allowed' : String(limit)
    },
  },
]

const backupPlan = (
  feature: Feature,
  what: string,
  condition: (plan: NonNullable<http.Backups['plan']>) => boolean,
): Surface => ({
  feature,
  surface: `screen: ${what}`,
  refusal: 'not included',
  async attempt({ owner }) {
    const { plan } = (await owner.get<http.Backups>('/api/backups')).body
    return plan && condition(plan) ? 'allowed' : 'not included'
  },
})
/** tests/spec/backups covers the backups themselves. */
const backups: Surface[] = [
  backupPlan('automatic_backups', 'a backup each week', plan => plan.every_days === 7),
  backupPlan('daily_backups', 'a backup each day', plan => plan.every_days === 1),
  backupPlan('offsite_backups', 'a copy elsewhere', plan => plan.offsite),
]

const encryption: Surface = {
  feature: 'encryption_at_rest',
  surface: 'service: what is uploaded lies in the store encrypted',
  refusal: 'as it is',
  async attempt({ daymark, owner }) {
    const file = { name: 'Kept.jpg', bytes: await picture(9), type: 'image/jpeg' }
    const { id } = (await owner.upload<http.Image>('/api/images', file)).body
    const [row] = await daymark
      .db('library')
      .sql<{ key: string }>('SELECT object_key AS key FROM photos WHERE id = $1', [id])
    await owner.delete(`/api/images/${id}`)
    return row && isEncrypted(row.key) ? 'allowed' : 'as it is'
  },
}

/** Backups and encryption. */
const protection: Surface[] = [...backups, encryption]

/** Every place at which a plan allows or refuses a feature. */
export const surfaces: Surface[] = [
  ...[screens, watermarks, library, analytics, customDomain, whiteLabel, apiAccess].flat(),
  prioritySupport,
  ...protection,
]

/** Creates an account on Studio that uses every feature and has as many albums as Starter allows. */
export async function newStudio(daymark: Daymark, dns: TestDns, host: string): Promise<Studio> {
  const owner = await daymark.createUser({ tier: 'studio' })
  const { album, images, link } = await createSharedGallery(daymark, { owner, count: 2 })
  for (let n = 2; n <= 10; n++) await owner.post('/api/albums', { title: `Album ${n}` })
  const { id: trashed } = (await owner.post<{ id: string }>('/api/albums', { title: 'Let go' })).body
  await owner.delete(`/api/albums/${trashed}`)
  await uploadLogo(owner)
  await owner.post('/api/presets', { name: 'Marked', settings: { watermark: true } })
  const marked = await createLink(owner, { album_id: album.id, watermark: true })
  await connectDomain(owner, dns, host)
  const { token } = (await owner.post<{ token: string }>('/v1/tokens', { scopes: ['admin'] })).body
  const studio = { daymark, owner, host, albumId: album.id, images, plain: link, marked, trashed, token }
  for (const { surface, attempt } of whiteLabel)
    if ((await attempt(studio)) !== 'allowed') throw new Error(`not on Studio: ${surface}`)
  await resetRenditions(studio)
  return studio
}

let width = 25
/** Changes the watermark and deletes earlier renditions, so that large pictures and ZIP files are rendered on request. */
export async function resetRenditions({ daymark, owner }: Studio): Promise<void> {
  width += 0.25
  const { status } = await owner.patch(SETTINGS, { widthPercent: width })
  if (status !== 200) throw new Error(`the watermark cannot be changed: ${status}`)
  await daymark.settle()
  const sql = `DELETE FROM watermarked_files WHERE owner_id = $1 AND size IN ('lg', 'full')`
  await daymark.db('media').sql(sql, [owner.id])
}
