import { TAG_PREVIEW_FETCH, type http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { addressOf, call } from '../../lib/api.ts'
import type { CachedRead } from '../../domain/cache/use-cached.ts'

type PreviewPhoto = Pick<http.Image, 'id' | 'thumbnail_url' | 'placeholder' | 'processing_status'>

/** The fields that a card shows; complete photos of many tags would fill the browser's storage. */
const previewOf = ({ id, thumbnail_url, placeholder, processing_status }: http.Image): PreviewPhoto => ({
  id,
  thumbnail_url,
  placeholder,
  processing_status,
})

/** L-TAGP-11: the newest photos of a tag; the response is a list, or contains one. */
export function tagPreview(id: string): CachedRead<{ images: PreviewPhoto[] }> {
  const query = { tag_id: id, limit: TAG_PREVIEW_FETCH }
  return {
    type: 'images',
    key: [addressOf(routes.listImages, { query })],
    read: async signal => {
      const answer = (await call(routes.listImages, { query, signal })) as http.Image[] | Pick<http.ImageList, 'images'>
      return { images: (Array.isArray(answer) ? answer : answer.images).map(previewOf) }
    },
  }
}

/** Whether a cached list contains photos of this tag: a page of them, or the preview on its card. */
export const isListOfTag = (key: readonly unknown[], id: string) =>
  typeof key[1] === 'string' && new URLSearchParams(key[1].split('?')[1]).get('tag_id') === id
