import type { http } from '@daymark/contracts'
import { success, type FakeApi } from './fake-api.ts'

/** Prepares tags and the calls of the tags page. `photos`: the photos by tag. */
export function withTags(labels: string[], photos: Record<string, http.Image[]> = {}) {
  return (api: FakeApi) => {
    let tags = labels.map(label => ({ id: label, label, usage_count: photos[label]?.length ?? 0 }))
    const gone = (id: string, tagId: string) => {
      photos[tagId] = (photos[tagId] ?? []).filter(photo => photo.id !== id)
      return success({ tags: [] })
    }
    api.on('GET /api/tags', () => Response.json(tags))
    api.on('POST /api/tags', ({ body }) => {
      const label = String(body['label'])
      const known = tags.find(tag => tag.label === label)
      const tag = known ?? { id: label, label, usage_count: 0 }
      if (!known) tags = [...tags, tag]
      return Response.json(tag, { status: 201 })
    })
    api.on('GET /api/images', ({ url }) => {
      const found = photos[url.searchParams.get('tag_id') ?? ''] ?? []
      const [limit, offset] = ['limit', 'offset'].map(name => Number(url.searchParams.get(name) ?? 0)) as [
        number,
        number,
      ]
      return Response.json({ images: found.slice(offset, offset + limit), total: found.length, limit, offset })
    })
    for (const { id } of tags) {
      api.on(`PATCH /api/tags/${id}`, ({ body }) => {
        tags = tags.map(tag => (tag.id === id ? { ...tag, label: String(body['label']) } : tag))
        return Response.json(tags.find(tag => tag.id === id))
      })
      api.on(`DELETE /api/tags/${id}`, () => {
        tags = tags.filter(tag => tag.id !== id)
        return success()
      })
      for (const photo of photos[id] ?? [])
        api.on(`DELETE /api/images/${photo.id}/tags/${id}`, () => gone(photo.id, id))
    }
  }
}
