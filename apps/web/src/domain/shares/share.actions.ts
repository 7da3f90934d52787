import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call, messageOf } from '../../lib/api.ts'
import { invalidate } from '../cache/cache.ts'
import { timeZone } from '../../lib/format/dates.ts'
import { logFailure } from '../../lib/log.ts'
import { offerUndo } from '../trash/undo-deletion.ts'
import type { ShareChoice } from './share-choice.ts'
import { showError } from '../../ui/feedback/toast.ts'

const named = ({ id }: Pick<http.Share, 'id'>) => ({ params: { id } })

/** A bare date ends with the owner's day (rule 34), so the server needs the owner's time zone. */
const zone = () => ({ time_zone: timeZone() })

/** Returns the link, or the message that explains the failure. */
export async function saveShare(
  at: { album_id: string } | { image_ids: string[] } | { share: http.Share },
  choice: ShareChoice,
): Promise<http.Share | string> {
  const body = { ...choice, ...zone() }
  try {
    const share =
      'share' in at
        ? await call(routes.updateShare, { ...named(at.share), body })
        : await call(routes.createShare, { body: { ...at, watermark: false, ...body } })
    await invalidate('share')
    return share
  } catch (reason) {
    logFailure('Saving the link failed', reason)
    return messageOf(reason, 'The link could not be saved. Please try again.')
  }
}

/** A failure to close or open a gallery must be visible: the owner believes that the link is revoked. */
async function change(failure: string, request: () => Promise<unknown>) {
  try {
    await request()
  } catch (reason) {
    logFailure(failure, reason)
    showError(failure)
  }
  await invalidate('unshare')
}

export const revokeShare = (share: http.Share) =>
  change('The link could not be revoked. Please try again.', () => call(routes.revokeShare, named(share)))

export const reinstateShare = (share: http.Share) =>
  change('The link could not be reinstated. Please try again.', () => call(routes.reinstateShare, named(share)))

export const deleteShare = (share: http.Share) =>
  change('The link could not be deleted. Please try again.', async () => {
    await call(routes.deleteShare, named(share))
    offerUndo({ share_ids: [share.id] })
  })
