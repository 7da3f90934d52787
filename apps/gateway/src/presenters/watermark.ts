import type { http, WatermarkView } from '@daymark/contracts'

/** Another image has another address, so that no page shows the one before. */
export function presentWatermark({ image, config }: WatermarkView): http.WatermarkSettings {
  const previewUrl = image && `/api/settings/watermark/image?v=${image.sha256.slice(0, 16)}`
  return { exists: image !== null, previewUrl, config }
}
