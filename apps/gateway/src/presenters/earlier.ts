import type { EarlierFile, http } from '@daymark/contracts'

/** `name`: sm.jpg, md.jpg, lg.jpg or original. */
export const earlierUrl = (photoId: string, name: string): string => `/media/earlier/${photoId}/${name}`

export function presentEarlier(file: EarlierFile): http.EarlierVersion {
  const shown = (name: string) => (file.status === 'completed' ? earlierUrl(file.photoId, name) : null)
  return {
    original_filename: file.originalFilename,
    size: file.size,
    mime_type: file.mimeType,
    original_format: file.originalFormat,
    width: file.width,
    height: file.height,
    placeholder: file.placeholder,
    taken_at: file.takenAt,
    replaced_at: file.replacedAt,
    processing_status: file.status,
    url: shown('lg.jpg'),
    thumbnail_url: shown('sm.jpg'),
    download_url: earlierUrl(file.photoId, 'original'),
  }
}
