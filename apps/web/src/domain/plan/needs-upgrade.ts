import { ApiError } from '../../lib/api.ts'

const PLAN_CODES = ['plan_required', 'album_limit', 'quota_exceeded']

/** Whether a higher plan would have allowed the rejected request. */
export const needsUpgrade = (reason: unknown) => reason instanceof ApiError && PLAN_CODES.includes(reason.code)
