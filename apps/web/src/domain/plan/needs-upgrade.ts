import { ApiError } from '../../lib/api.ts'

const PLAN_ERROR_CODES = ['plan_required', 'album_limit', 'quota_exceeded']

/** Whether the server rejected a request only because of the plan, so that a higher plan would permit it. */
export const needsUpgrade = (reason: unknown) => reason instanceof ApiError && PLAN_ERROR_CODES.includes(reason.code)
