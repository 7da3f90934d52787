import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import { invalidate } from '../cache/cache.ts'
import { userTimeZone } from '../../lib/format/dates.ts'
import { logFailure } from '../../lib/log.ts'
import { outcomeOf, type Outcome } from '../../lib/outcome.ts'
import { offerUndo } from '../trash/undo-deletion.ts'
import type { ShareInput } from './share-input.ts'
import { showError } from '../../ui/overlay/overlay-store.ts'

const shareParams = ({ id }: Pick<http.Share, 'id'>) => ({ params: { id } })

/** rule 34: adds the owner's time zone to a request, because a link expires at the end of a day in this zone. */
const timeZoneField = () => ({ time_zone: userTimeZone() })

/** Creates or updates a link. Returns the link, or the message of the failure. */
export function saveShare(
  target: { album_id: string } | { image_ids: string[] } | { share: http.Share },
  input: ShareInput,
): Promise<Outcome<http.Share>> {
  const body = { ...input, ...timeZoneField() }
  const save = async () => {
    const share =
      'share' in target
        ? await call(routes.updateShare, { ...shareParams(target.share), body })
        : await call(routes.createShare, { body: { ...target, watermark: false, ...body } })
    await invalidate('share')
    return share
  }
  return outcomeOf('Saving the link failed', save, 'The link could not be saved. Please try again.')
}

/**
 * Runs a change of a link. A failure is shown to the owner, who could otherwise believe that a link is revoked although
 * it is still active.
 */
export async function changeShare(
  failureMessage: string,
  request: () => Promise<unknown>,
  mutation: 'share' | 'unshare' = 'unshare',
) {
  try {
    await request()
  } catch (reason) {
    logFailure(failureMessage, reason)
    showError(failureMessage)
  }
  await invalidate(mutation)
}

export const revokeShare = (share: http.Share) =>
  changeShare('The link could not be revoked. Please try again.', () => call(routes.revokeShare, shareParams(share)))

export const reinstateShare = (share: http.Share) =>
  changeShare('The link could not be reinstated. Please try again.', () =>
    call(routes.reinstateShare, shareParams(share)),
  )

export const deleteShare = (share: http.Share) =>
  changeShare('The link could not be deleted. Please try again.', async () => {
    await call(routes.deleteShare, shareParams(share))
    offerUndo({ share_ids: [share.id] })
  })
