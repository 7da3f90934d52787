import { type http, findPasswordWeakness } from '@daymark/contracts'
import { toShareInput, type ShareDraft } from '../../../domain/shares/share-input.ts'
import { userTimeZone } from '../../../lib/format/dates.ts'

export type ShareTarget = { album_id: string } | { image_ids: string[] } | { share: http.Share }

/**
 * Returns why a typed password is weak, or null. The browser checks the password, so that the server receives it only
 * when the link is saved.
 */
export const findDraftPasswordWeakness = ({ password, slug, title }: ShareDraft, albumTitle: string) =>
  findPasswordWeakness(password, [albumTitle, title ?? '', slug])

function describePassword(draft: ShareDraft, albumTitle: string, share: http.Share | undefined) {
  if (draft.password) return findDraftPasswordWeakness(draft, albumTitle) ?? 'good'
  return share?.has_password && !draft.removePassword ? undefined : 'none'
}

/** Converts the draft of a link to the request of a preflight check. */
export function toPreflightBody(target: ShareTarget, draft: ShareDraft, albumTitle: string): http.PreflightBody {
  const share = 'share' in target ? target.share : undefined
  const { expires_at, allow_downloads, download_sizes, watermark, picks } = toShareInput(draft)
  const password = describePassword(draft, albumTitle, share)
  return {
    ...('share' in target ? { share_id: target.share.id } : target),
    expires_at,
    time_zone: userTimeZone(),
    allow_downloads,
    download_sizes,
    picks: picks !== null,
    ...(watermark === undefined ? {} : { watermark }),
    ...(password === undefined ? {} : { password }),
  }
}
