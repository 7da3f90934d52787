import type { http, FindingAction } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import { logFailure } from '../../../lib/log.ts'
import { orderedIdsOf } from '../../../domain/albums/album-parts.ts'
import { readWholeAlbum } from '../../../domain/albums/albums.queries.ts'
import { invalidate } from '../../../domain/cache/cache.ts'
import { dateInDays } from '../../../domain/shares/preset-choice.ts'
import type { ShareDraft } from '../../../domain/shares/share-input.ts'

/** Fixes that change the form. They take effect when the link is saved. */
export const FORM_FIXES: Partial<Record<FindingAction, () => Partial<ShareDraft>>> = {
  watermark: () => ({ watermark: true }),
  limit_sizes: () => ({ downloadSizes: ['2048', '1080'] }),
  no_downloads: () => ({ allowDownloads: false }),
  expire_30: () => ({ expiresOn: dateInDays(30) }),
  expire_90: () => ({ expiresOn: dateInDays(90) }),
  new_password: () => ({ password: generatePassword(), removePassword: false }),
}

/** A completed fix that can be undone. */
export type UndoableFix = { text: string; undo: () => Promise<unknown> }
type ImmediateFixes = Partial<
  Record<FindingAction, (finding: http.Finding, albumId: string) => Promise<UndoableFix | void>>
>
/** Fixes that take effect immediately, even if the link is not saved. */
const IMMEDIATE_FIXES: ImmediateFixes = {
  retry: ({ image_ids }) => call(routes.retryImages, { body: { image_ids } }).then(() => invalidate('retry')),
  remove: ({ image_ids }, id) =>
    call(routes.removeAlbumImages, { params: { id }, body: { image_ids } }).then(() => invalidate('removeFromAlbum')),
  arrange: async (_, id) => {
    const order = orderedIdsOf(await readWholeAlbum(id))
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

/** Applies a fix. Returns the function that undoes it, or null if it cannot be undone. */
export async function applyFix(
  fix: FindingAction,
  finding: http.Finding,
  albumId: string | null,
): Promise<UndoableFix | void | 'failed'> {
  try {
    return await IMMEDIATE_FIXES[fix]?.(finding, albumId ?? '')
  } catch (reason) {
    logFailure('Applying a fix failed', reason)
    return 'failed'
  }
}

export const requestPreflight = (body: http.PreflightBody, signal: AbortSignal): Promise<http.Preflight> =>
  call(routes.checkNewShare, { body, signal })

/**
 * The characters of suggested passwords, without characters that look alike. 12 of them have about 59 bits of entropy.
 */
const PASSWORD_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
function generatePassword(): string {
  const characters = [...crypto.getRandomValues(new Uint32Array(12))].map(
    number => PASSWORD_CHARACTERS[number % PASSWORD_CHARACTERS.length],
  )
  return [0, 4, 8].map(start => characters.slice(start, start + 4).join('')).join('-')
}
