import { type http, passwordWeakness } from '@daymark/contracts'
import { toShareChoice, type ShareDraft } from '../../../domain/shares/share-choice.ts'
import { userTimeZone } from '../../../lib/format/dates.ts'

export type Place = { album_id: string } | { image_ids: string[] } | { share: http.Share }

/** The report about a typed password: the password itself stays in the browser until the link is saved. */
export const weaknessOf = ({ password, slug, title }: ShareDraft, albumTitle: string) =>
  passwordWeakness(password, [albumTitle, title ?? '', slug])

function passwordOf(draft: ShareDraft, albumTitle: string, share: http.Share | undefined) {
  if (draft.password) return weaknessOf(draft, albumTitle) ?? 'good'
  return share?.has_password && !draft.removePassword ? undefined : 'none'
}

/** The link as it would be saved, limited to the checked fields. */
export function checkedDraft(at: Place, draft: ShareDraft, albumTitle: string): http.PreflightBody {
  const share = 'share' in at ? at.share : undefined
  const { expires_at, allow_downloads, download_sizes, watermark, picks } = toShareChoice(draft)
  const password = passwordOf(draft, albumTitle, share)
  return {
    ...('share' in at ? { share_id: at.share.id } : at),
    ...{ expires_at, time_zone: userTimeZone(), allow_downloads, download_sizes, picks: picks !== null },
    ...(watermark === undefined ? {} : { watermark }),
    ...(password === undefined ? {} : { password }),
  }
}
