import type { http } from '@daymark/contracts'
import { success, images, subscription, type FakeApi } from './fake-api.ts'

export const album = (fields: Partial<http.Album> & { id: string }): http.Album => ({
  title: `Album ${fields.id}`,
  description: '',
  visibility: 'private',
  theme: 'auto',
  is_favorites: false,
  image_count: 0,
  cover_image: null,
  cover_url: null,
  cover_placeholder: null,
  cover_image_id: null,
  cover_x: 50,
  cover_y: 50,
  header_layout: 'hero',
  sections: [],
  created_at: '2025-01-01T10:00:00.000Z',
  updated_at: '2025-01-01T10:00:00.000Z',
  ...fields,
})
export const favorites = (fields: Partial<http.Album> = {}) =>
  album({ id: 'favorites', title: 'Favorites', is_favorites: true, ...fields })

export const share = (fields: Partial<http.Share> & { id: string }): http.Share => ({
  token: `token-${fields.id}`,
  slug: null,
  album_id: 'lisbon',
  album_title: 'Lisbon',
  url: `http://localhost/share/token-${fields.id}`,
  revoked: false,
  active: true,
  expires_at: null,
  allow_downloads: true,
  watermark: false,
  theme: 'auto',
  theme_override: null,
  show_titles: true,
  show_name: true,
  allow_indexing: false,
  download_sizes: ['original'],
  download_limit: null,
  visitor_download_limit: null,
  download_count: 0,
  kind: 'album',
  has_password: false,
  password_hint: null,
  picks: null,
  comments: null,
  first_look: null,
  listed: false,
  view_count: 0,
  last_viewed_at: null,
  created_at: '2025-01-01T10:00:00.000Z',
  updated_at: '2025-01-01T10:00:00.000Z',
  ...fields,
})

const starter = subscription({ tier: 'starter', tierName: 'Starter', features: [] })

type Setting = {
  album?: Partial<http.Album>
  photos?: http.Image[]
  library?: http.Image[]
  shares?: http.Share[]
  canRename?: boolean
  tags?: http.Tag[]
}

/** Prepares an album of three photos with its links, the plan, and the calls of the album page. */
export const withAlbum =
  ({ album: fields, photos = images(3), library, shares = [], canRename = true, tags = [] }: Setting = {}) =>
  (api: FakeApi) => {
    let shown = photos
    const lisbon = album({ id: 'lisbon', title: 'Lisbon', ...fields })
    const at = `/api/albums/${lisbon.id}`
    const links = [...shares]
    api.images = library ?? photos
    api.on(`GET ${at}`, ({ url }) => {
      const offset = Number(url.searchParams.get('offset') ?? 0)
      const page = shown.slice(offset, offset + Number(url.searchParams.get('limit') ?? 1000))
      return Response.json({
        ...lisbon,
        images: page,
        total: shown.length,
        limit: 1000,
        offset,
        album: { ...lisbon, images: page },
      })
    })
    api.on(`PATCH ${at}`, ({ body }) => Response.json(Object.assign(lisbon, body)))
    api.on(`DELETE ${at}`, () => success())
    api.on(`POST ${at}/reorder`, ({ body }) => {
      const order = body['order'] as string[]
      shown = order.flatMap(id => shown.filter(photo => photo.id === id))
      return success()
    })
    api.on(`POST ${at}/batch-rename`, ({ body }) => success({ renamed: (body['updates'] as []).length }))
    api.on(`POST ${at}/images`, ({ body }) => {
      const ids = (body['image_ids'] ?? [body['image_id']]) as string[]
      shown = [...shown, ...api.images.filter(photo => ids.includes(photo.id))]
      return success({ added: ids.length, skipped: 0 })
    })
    for (const { id } of photos)
      api.on(`DELETE ${at}/images/${id}`, () => {
        shown = shown.filter(photo => photo.id !== id)
        return success()
      })
    api.on('PATCH /api/images/:id', ({ id, body }) => {
      const labels = body['tags'] as string[] | undefined
      const tags = labels ? { tags: labels.map(label => ({ id: label, label })) } : {}
      shown = shown.map(photo => (photo.id === id ? { ...photo, ...body, ...tags } : photo))
      return Response.json(shown.find(photo => photo.id === id))
    })
    api.on('DELETE /api/images/:id', ({ id }) => {
      shown = shown.filter(photo => photo.id !== id)
      return success()
    })
    api.on('GET /api/albums', () => Response.json([favorites(), lisbon]))
    api.on('GET /api/shares', () => Response.json(links))
    api.on('POST /api/shares', ({ body }) => {
      const day = body['expires_at']
      const link = share({ id: 'new', ...body, expires_at: day ? `${String(day)}T23:59:59.000Z` : null })
      links.unshift(link)
      return Response.json(link, { status: 201 })
    })
    for (const link of shares) {
      api.on(`POST /api/shares/${link.id}/revoke`, () =>
        success({ share: Object.assign(link, { revoked: true, active: false }) }),
      )
      api.on(`POST /api/shares/${link.id}/reinstate`, () =>
        success({ share: Object.assign(link, { revoked: false, active: true }) }),
      )
      api.on(`PATCH /api/shares/${link.id}`, ({ body }) => Response.json(Object.assign(link, body)))
      api.on(`DELETE /api/shares/${link.id}`, () => {
        links.splice(links.indexOf(link), 1)
        return success()
      })
    }
    api.on('GET /api/tags', () => Response.json(tags))
    api.on('POST /api/tags', ({ body }) =>
      Response.json({ id: 'new', label: body['label'], usage_count: 0 }, { status: 201 }),
    )
    api.on('POST /api/tags/apply', ({ body }) => success({ applied: (body['image_ids'] as []).length }))
    api.on('GET /api/subscription', () => Response.json(canRename ? subscription() : starter))
  }
