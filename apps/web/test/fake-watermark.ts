import { WATERMARK_DEFAULTS, type http, type Tier } from '@daymark/contracts'
import { planOf } from './fake-account.ts'
import { success, type FakeApi } from './fake-api.ts'

/** Prepares the plan, a watermark (unless `exists` is false) and the calls of the watermark page. */
export function withWatermark({
  exists = true,
  tier = 'professional',
  config = {},
}: {
  exists?: boolean
  tier?: Tier
  config?: Partial<http.WatermarkConfig>
} = {}) {
  return (api: FakeApi) => {
    const settings: http.WatermarkSettings = {
      exists: false,
      previewUrl: null,
      config: { ...WATERMARK_DEFAULTS, ...config },
    }
    const put = (version: number | null) =>
      Object.assign(settings, {
        exists: version !== null,
        previewUrl: version === null ? null : `/api/settings/watermark/image?v=${version}`,
      })
    if (exists) put(1)
    api.on('GET /api/subscription', () => Response.json(planOf(tier)))
    api.on('GET /api/settings/watermark', () => Response.json(settings))
    api.on('POST /api/settings/watermark', () => Response.json(put(2)))
    api.on('PATCH /api/settings/watermark', ({ body }) => {
      Object.assign(settings.config, body)
      return Response.json(settings)
    })
    api.on('DELETE /api/settings/watermark', () => success(put(null)))
  }
}
