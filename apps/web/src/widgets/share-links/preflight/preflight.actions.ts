import type { http, Mend } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import { logFailure } from '../../../lib/log.ts'
import { idOrderOf } from '../../../domain/albums/album-parts.ts'
import { readWholeAlbum } from '../../../domain/albums/albums.queries.ts'
import { invalidate } from '../../../domain/cache/cache.ts'
import { dateInDays } from '../../../domain/shares/preset-choice.ts'
import type { ShareDraft } from '../../../domain/shares/share-choice.ts'

/** Fixes in the form, which take effect when the link is saved. */
export const CHANGES: Partial<Record<Mend, () => Partial<ShareDraft>>> = {
  watermark: () => ({ watermark: true }),
  limit_sizes: () => ({ downloadSizes: ['2048', '1080'] }),
  no_downloads: () => ({ allowDownloads: false }),
  expire_30: () => ({ expiresOn: dateInDays(30) }),
  expire_90: () => ({ expiresOn: dateInDays(90) }),
  new_password: () => ({ password: suggestedPassword(), removePassword: false }),
}

/** A finished fix, and how to undo it. */
export type Undo = { text: string; undo: () => Promise<unknown> }
type FixActions = Partial<Record<Mend, (finding: http.Finding, albumId: string) => Promise<Undo | void>>>
/** Fixes that take effect at once, whether the link is saved or not. */
const FIX_ACTIONS: FixActions = {
  retry: ({ image_ids }) => call(routes.retryImages, { body: { image_ids } }).then(() => invalidate('retry')),
  remove: ({ image_ids }, id) =>
    call(routes.removeAlbumImages, { params: { id }, body: { image_ids } }).then(() => invalidate('removeFromAlbum')),
  arrange: async (_, id) => {
    const order = idOrderOf(await readWholeAlbum(id))
    await call(routes.orderByCapture, { params: { id }, body: {} })
    await invalidate('reorderAlbum')
    const undo = () =>
      call(routes.reorderAlbum, { params: { id }, body: { order } }).then(() => invalidate('reorderAlbum'))
    return { text: 'Ordered by capture time.', undo }
  },
  watermark_others: async ({ share_ids }) => {
    for (const id of share_ids) await call(routes.updateShare, { params: { id }, body: { watermark: true } })
    await invalidate('share')
  },
}

/** Undoes the fix, if possible. */
export async function applyFix(
  fix: Mend,
  finding: http.Finding,
  albumId: string | null,
): Promise<Undo | void | 'failed'> {
  try {
    return await FIX_ACTIONS[fix]?.(finding, albumId ?? '')
  } catch (reason) {
    logFailure('Mending failed', reason)
    return 'failed'
  }
}

export const checkDraft = (body: http.PreflightBody, signal: AbortSignal): Promise<http.Preflight> =>
  call(routes.checkNewShare, { body, signal })

/** Without similar characters, in groups that can be read out: about 59 bits. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
function suggestedPassword(): string {
  const signs = [...crypto.getRandomValues(new Uint32Array(12))].map(number => SIGNS[number % SIGNS.length])
  return [0, 4, 8].map(at => signs.slice(at, at + 4).join('')).join('-')
}
