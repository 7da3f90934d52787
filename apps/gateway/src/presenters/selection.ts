import type { http, SelectionView } from '@daymark/contracts'
import { variantUrl } from './photo.ts'

export function presentSelection({ id, title, photos }: SelectionView): http.Selection {
  return {
    id,
    title,
    image_count: photos.length,
    images: photos.map(photo => ({
      ...photo,
      url: variantUrl('lg', photo.filename),
      thumbnail_url: variantUrl('sm', photo.filename),
    })),
  }
}
